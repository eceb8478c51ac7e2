import Type, { type Static } from 'typebox';
import { pageQuery, sortQuery } from '../../platform/http/pagination.js';
import { Id, Named, Nullable, OneOf, Text, Timestamp } from '../../platform/http/shapes.js';

export const Message = Named('Message', {
  id: Id,
  senderId: Id,
  recipientId: Id,
  content: Type.String(),
  type: OneOf(['TEXT']),
  read: Type.Boolean(),
  readAt: Nullable(Timestamp),
  createdAt: Timestamp,
});
export type Message = Static<typeof Message>;

export const NewMessage = Named(
  'NewMessage',
  {
    recipientId: Id,
    content: Text({ max: 5_000 }),
    type: Type.Optional(OneOf(['TEXT'], { default: 'TEXT' })),
  },
  { examples: [{ recipientId: '018f3c1e-7b2a-7c3d-9e4f-5a6b7c8d9e0f', content: 'I am on my way.', type: 'TEXT' }] },
);
export type NewMessage = Static<typeof NewMessage>;

export const MessagesQuery = Type.Object({
  ...pageQuery(),
  ...sortQuery(['createdAt']),
  unreadOnly: Type.Boolean({ default: false, description: 'Received and not yet read.' }),
  conversationWith: Type.Optional(Id),
});
export type MessagesQuery = Static<typeof MessagesQuery>;
