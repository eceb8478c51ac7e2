import Type, { type Static } from 'typebox';
import { Id, Named, Timestamp } from '../../platform/http/shapes.js';

export const Drill = Named(
  'Drill',
  {
    id: Id,
    patientId: Id,
    startedAt: Timestamp,
    message: Type.String(),
    alerts: Type.Object({
      notified: Type.Boolean(),
      caregiverCount: Type.Integer(),
      adminsNotified: Type.Boolean(),
    }),
  },
  {
    examples: [
      {
        id: '01926f3c-1111-7000-8000-000000000001',
        patientId: '01926f3c-2222-7000-8000-000000000002',
        startedAt: '2026-01-31T12:00:00.000Z',
        message: 'Drill: nobody has fallen. Acknowledge it as you would a fall.',
        alerts: { notified: true, caregiverCount: 2, adminsNotified: false },
      },
    ],
  },
);
export type Drill = Static<typeof Drill>;
