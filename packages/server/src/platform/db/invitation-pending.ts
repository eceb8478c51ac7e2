import { sql } from 'kysely';

/** Nobody has used the account yet. Whoever signs in through a provider has no password, and needs no invitation. */
export const invitationPending = sql<boolean>`(users.password_hash is null and not exists (
  select 1 from oidc_identities where oidc_identities.user_id = users.id))`.as('invitationPending');
