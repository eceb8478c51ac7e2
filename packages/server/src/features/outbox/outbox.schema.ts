import Type, { type Static } from 'typebox';
import { Id, Named, Nullable, OneOf, Timestamp } from '../../platform/http/shapes.js';
import { contactKinds } from '../contacts/contacts.rules.js';

export const OutboxMessage = Named('OutboxMessage', {
  id: Id,
  kind: OneOf(contactKinds),
  address: Type.String({ examples: ['anna@example.org'] }),
  recipient: Type.String({ examples: ['Anna Berg'] }),
  title: Type.String({ examples: ['R.H. has fallen'] }),
  text: Type.String({ examples: ['Just now.'] }),
  url: Nullable(Type.String({ description: 'Opens the page that answers.' })),
  sentAt: Timestamp,
});
export type OutboxMessage = Static<typeof OutboxMessage>;
