import Type, { type Static } from 'typebox';
import { Id, Named, Nullable, OneOf, Text, Timestamp } from '../../platform/http/shapes.js';
import { alertSeverities } from '../deliveries/notice.schema.js';
import { contactKinds } from './contacts.rules.js';

const Kind = OneOf(contactKinds, { examples: ['email'] });
const FromStep = Type.Integer({ minimum: 1, maximum: 20, description: 'Used from this step of an escalation on.' });
const MinSeverity = OneOf(alertSeverities, { description: 'Used from this severity on.' });
const Label = Nullable(Text({ max: 60, description: 'A name for the owner, `work phone`.' }));

const use = { label: Label, fromStep: FromStep, minSeverity: MinSeverity };

export const NewContactPoint = Named(
  'NewContactPoint',
  {
    kind: Kind,
    address: Text({
      max: 2_000,
      description:
        'An e-mail address; a phone number with country code for `sms` and `voice`; the URL of an ntfy topic or of a Gotify server; the endpoint of a push subscription.',
    }),
    token: Type.Optional(Text({ max: 200, description: 'Gotify: the application token. ntfy: an access token.' })),
    keys: Type.Optional(
      Type.Object(
        { p256dh: Text({ max: 200 }), auth: Text({ max: 100 }) },
        { description: 'Push: the keys of the subscription.' },
      ),
    ),
    ...Type.Partial(Type.Object(use)).properties,
  },
  { examples: [{ kind: 'email', address: 'anna@example.org', fromStep: 1, minSeverity: 'LOW' }] },
);
export type NewContactPoint = Static<typeof NewContactPoint>;

export const ContactPointChanges = Type.Partial(Type.Object(use), {
  title: 'ContactPointChanges',
  examples: [{ label: 'work phone', fromStep: 2, minSeverity: 'HIGH' }],
});
export type ContactPointChanges = Static<typeof ContactPointChanges>;

export const ContactPoint = Named('ContactPoint', {
  id: Id,
  kind: Kind,
  address: Type.String({ examples: ['anna@example.org'] }),
  ...use,
  createdAt: Timestamp,
  verifiedAt: Nullable(Timestamp),
  lastOkAt: Nullable(Timestamp),
  failingSince: Nullable(Timestamp),
  failingReason: Nullable(Type.String({ examples: ['The mail server answered 550: no such user'] })),
});
export type ContactPoint = Static<typeof ContactPoint>;

/** The kinds that this installation can send to. */
export const availableKinds = { kinds: Type.Array(Kind) };

export const SentCode = Named('SentCode', {
  id: Id,
  status: OneOf(['sent', 'accepted'], { description: 'accepted: handed over to somebody who delivers it.' }),
  expiresAt: Timestamp,
});

export const Code = Named(
  'Code',
  { code: Type.String({ pattern: '^[0-9]{6}$', description: 'must be the six digits of the message' }) },
  { examples: [{ code: '047113' }] },
);

export const ContactTest = Named('ContactTest', {
  status: OneOf(['sent', 'accepted', 'failed', 'unreachable']),
  reason: Nullable(Type.String({ description: 'Why it was not sent.' })),
});
export type ContactTest = Static<typeof ContactTest>;

export const FailingContact = Named('FailingContact', {
  ...ContactPoint.properties,
  userId: Id,
  userName: Type.String(),
});
export type FailingContact = Static<typeof FailingContact>;
