import { Id, Nullable, Timestamp } from '../../platform/http/shapes.js';
import { exampleIds } from '../deliveries/notice.schema.js';
import { aboutPatient } from '../live/live-event.schema.js';

const { device: deviceId } = exampleIds;
const since = '2026-01-31T11:59:00.000Z';

/** On the live stream, about devices. */
export const deviceEvents = {
  'device.silent': aboutPatient(
    'A device stopped sending.',
    { deviceId: Id, since: Nullable(Timestamp) },
    { deviceId, since },
  ),
  'device.back': aboutPatient(
    'A device sends again.',
    { deviceId: Id, since: Nullable(Timestamp) },
    { deviceId, since },
  ),
};

export type DeviceEvents = typeof deviceEvents;
declare module '../live/live-event.schema.js' {
  interface LiveEvents extends DeviceEvents {}
}
