import Type, { type Static } from 'typebox';
import { pageQuery } from '../../platform/http/pagination.js';
import { DateOnly, Named, Nullable, OneOf, Timestamp } from '../../platform/http/shapes.js';
import { roles } from '../users/users.schema.js';
import { viewedThings } from './views.rules.js';

export const View = Named(
  'View',
  {
    name: Nullable(Type.String({ description: 'Who looked; null once that account is deleted.' })),
    role: Nullable(OneOf(roles, { description: 'As it is today.' })),
    what: OneOf(viewedThings),
    day: Type.String({ ...DateOnly, description: 'UTC.' }),
    times: Type.Integer({ description: 'How often on that day.' }),
    lastAt: Timestamp,
  },
  {
    examples: [
      {
        name: 'Carl Stone',
        role: 'CAREGIVER',
        what: 'VITALS',
        day: '2026-01-31',
        times: 3,
        lastAt: '2026-01-31T12:00:00.000Z',
      },
    ],
  },
);
export type View = Static<typeof View>;

export const ViewsQuery = Type.Object(pageQuery());
export type ViewsQuery = Static<typeof ViewsQuery>;
