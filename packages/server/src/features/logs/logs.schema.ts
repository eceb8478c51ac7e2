import Type, { type Static } from 'typebox';
import { pageQuery, sortQuery } from '../../platform/http/pagination.js';
import { Id, Named, Nullable, OneOf, Timestamp } from '../../platform/http/shapes.js';
import { systemEventCodes } from './system-events.rules.js';

export const SystemLogRow = Named('SystemLogRow', {
  id: Id,
  level: OneOf(['error', 'warning', 'info']),
  message: Type.String({ description: 'In English.' }),
  code: Nullable(
    OneOf(systemEventCodes, { description: 'What it says, to be worded by the reader. Null in old entries.' }),
  ),
  params: Nullable(Type.Record(Type.String(), Type.String(), { description: 'What the code needs, such as a role.' })),
  source: Type.String(),
  userId: Nullable(Id),
  timestamp: Timestamp,
});
export type SystemLogRow = Static<typeof SystemLogRow>;

export const SystemLogQuery = Type.Object({
  ...pageQuery(),
  ...sortQuery(['createdAt']),
  level: Type.Optional(OneOf(['error', 'warning', 'info'])),
  dateFrom: Type.Optional(Type.String({ description: 'ISO date or time.' })),
  dateTo: Type.Optional(Type.String({ description: 'ISO date (that UTC day included) or time.' })),
});
export type SystemLogQuery = Static<typeof SystemLogQuery>;
