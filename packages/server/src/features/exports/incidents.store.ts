/** What a person did as a responder. Whom it was about, and what others wrote, is theirs. */
import type { Db } from '../../platform/db/database.js';
import type { Piece } from './exports.store.js';

export function listResponses(db: Db, userId: string, { after, limit }: Piece) {
  return db
    .selectFrom('responseSteps')
    .select(['id', 'kind', 'at', 'note'])
    .where('userId', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export function listIncidentMessages(db: Db, userId: string, { after, limit }: Piece) {
  return db
    .selectFrom('incidentMessages')
    .select(['id', 'at', 'text'])
    .where('authorId', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}
