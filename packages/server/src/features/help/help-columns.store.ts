import { sql } from 'kysely';

/**
 * The wearer asks for help: confirmed a detected fall, or reported one with full certainty, which is what the red button
 * does without a detected fall. `falls` may be joined from the left.
 */
export const isCallForHelp = sql<boolean>`coalesce(falls.confirmed_at is not null
  or (falls.confidence = 1 and falls.device_id is null and falls.explanation is null), false)`;
