import Type, { type Static } from 'typebox';
import { Id, Named, Nullable, OneOf, Timestamp } from '../../platform/http/shapes.js';

const results = {
  sound: OneOf(['HEARD', 'NOT_HEARD', 'NOT_TESTED'], {
    description: 'Whether the caregiver heard the sound of an alert.',
  }),
  push: OneOf(['RECEIVED', 'NOT_RECEIVED', 'UNSUPPORTED', 'NOT_TESTED'], {
    description: 'Whether a test notification arrived. UNSUPPORTED: this browser cannot, or may not, receive any.',
  }),
};
const example = { sound: 'HEARD', push: 'RECEIVED' };

export const ShiftCheckResults = Named('ShiftCheckResults', results, { examples: [example] });
export type ShiftCheckResults = Static<typeof ShiftCheckResults>;

export const ShiftCheck = Named(
  'ShiftCheck',
  { checkedAt: Timestamp, ...results },
  { examples: [{ checkedAt: '2026-01-31T19:55:00.000Z', ...example }] },
);
export type ShiftCheck = Static<typeof ShiftCheck>;

export const Readiness = Named('Readiness', {
  id: Id,
  name: Type.String({ examples: ['Bob Carer'] }),
  phone: Nullable(Type.String()),
  patients: Type.Integer({ description: 'Number of assigned patients.' }),
  channels: Type.Array(Type.String({ examples: ['push', 'email'] }), {
    description:
      'The channels over which an alert reaches this person while no page is open: `webhook`, and the kinds of verified contact points that are not failing. Empty: nobody can be woken at night.',
  }),
  lastCheck: Nullable(ShiftCheck),
  nextDuty: Type.Unsafe<{ from: string; until: string } | null>({
    ...Nullable(Type.Object({ from: Timestamp, until: Timestamp })),
    description: 'The shift under way or the next one, if it begins within seven days.',
  }),
});
export type Readiness = Static<typeof Readiness>;
