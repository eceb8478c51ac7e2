import { exampleIds } from '../deliveries/notice.schema.js';
import { define } from '../live/live-event.schema.js';
import { Message } from './messages.schema.js';

const { alert: alertId, caregiver, patient } = exampleIds;
const since = '2026-01-31T11:59:00.000Z';

const { content: _, ...messageProperties } = Message.properties;
const exampleMessage = {
  id: alertId,
  senderId: patient,
  recipientId: caregiver,
  type: 'TEXT' as const,
  read: false,
  readAt: null,
  createdAt: since,
};

/** On the live stream, about messages. */
export const messageEvents = {
  'message.sent': define('A message was sent. Its text is at `GET /messages/{id}`.', messageProperties, exampleMessage),
  'message.read': define('A message was read.', messageProperties, { ...exampleMessage, read: true, readAt: since }),
};

export type MessageEvents = typeof messageEvents;
declare module '../live/live-event.schema.js' {
  interface LiveEvents extends MessageEvents {}
}
