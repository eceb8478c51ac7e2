import { Id, Nullable } from '../../platform/http/shapes.js';
import { exampleIds } from '../deliveries/notice.schema.js';
import { aboutPatient } from '../live/live-event.schema.js';
import { ThreadLine } from './responses.schema.js';

const { alert: alertId, fall: fallId, caregiver, device: deviceId } = exampleIds;
const since = '2026-01-31T11:59:00.000Z';

/** On the live stream, about the messages of responders. */
export const threadEvents = {
  'alert.thread': aboutPatient(
    'A responder wrote to the others.',
    { fallId: Nullable(Id), alertId: Id, line: ThreadLine },
    {
      fallId,
      alertId,
      line: {
        id: deviceId,
        kind: 'MESSAGE',
        at: since,
        by: { id: caregiver, name: 'Carl Stone' },
        text: 'The key is in the safe.',
        called: null,
        outcome: null,
      },
    },
  ),
};

export type ThreadEvents = typeof threadEvents;
declare module '../live/live-event.schema.js' {
  interface LiveEvents extends ThreadEvents {}
}
