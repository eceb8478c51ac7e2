/** SQL that describes a person to somebody who goes there: lists of patients and of alerts show it. */
import { sql } from 'kysely';
import type { NumberToCall } from './details.schema.js';

/** Needs a left join of `photos`. The version makes a browser load a new photo at once. */
export const photoUrl = sql<string | null>`'/api/patients/' || photos.user_id || '/photo?v='
  || (extract(epoch from photos.updated_at) * 1000)::bigint`;

/** Needs the person as `users`. */
export const phoneNumbers = sql<NumberToCall[]>`(
  select coalesce(json_agg(json_build_object('name', name, 'relationship', relationship, 'phone', phone)
    order by position), '[]')
  from phone_numbers where patient_id = users.id)`;
