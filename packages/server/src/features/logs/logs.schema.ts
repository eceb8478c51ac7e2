import Type, { type Static } from 'typebox';
import { pageQuery, sortQuery } from '../../platform/http/pagination.js';
import { Id, Nullable, OneOf, Timestamp } from '../../platform/http/shapes.js';

export const SystemLogRow = Type.Object({
  id: Id,
  level: OneOf(['error', 'warning', 'info']),
  message: Type.String(),
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
