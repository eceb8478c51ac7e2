import { type CheckInEvents, checkInEvents } from './features/check-ins/check-in-events.schema.js';
import { type AlertEvents, alertEvents } from './features/escalation/alert-events.schema.js';
import { type FallEvents, fallEvents } from './features/falls/fall-events.schema.js';
import type { LiveEvents } from './features/live/live-event.schema.js';
import { type MessageEvents, messageEvents } from './features/messages/message-events.schema.js';
import { type ThreadEvents, threadEvents } from './features/responses/thread-events.schema.js';
import { type DeviceEvents, deviceEvents } from './features/troubles/device-events.schema.js';

type AllEvents = AlertEvents & ThreadEvents & FallEvents & CheckInEvents & DeviceEvents & MessageEvents;

/** The one list of events on the live stream, in the order of docs/api/asyncapi.json. */
export const liveEvents: AllEvents = {
  ...alertEvents,
  ...threadEvents,
  ...fallEvents,
  ...checkInEvents,
  ...deviceEvents,
  ...messageEvents,
} satisfies LiveEvents;
