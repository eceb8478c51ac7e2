import { aboutPatient } from '../live/live-event.schema.js';

/** On the live stream, about daily check-ins. */
export const checkInEvents = {
  'checkIn.changed': aboutPatient(
    'The state or the setting of a daily check-in has changed, or its window has opened.',
    {},
    {},
  ),
};

export type CheckInEvents = typeof checkInEvents;
declare module '../live/live-event.schema.js' {
  interface LiveEvents extends CheckInEvents {}
}
