import Type from 'typebox';
import { Id, Nullable, OneOf } from '../../platform/http/shapes.js';
import { exampleIds, exampleNotice, noticeProperties } from '../deliveries/notice.schema.js';
import { aboutPatient } from '../live/live-event.schema.js';
import { closedAs, Handler } from './escalation.schema.js';
import { ResponseStep } from './responders.schema.js';

const { alert: alertId, fall: fallId, caregiver } = exampleIds;
const since = '2026-01-31T11:59:00.000Z';

const notice = {
  ...noticeProperties,
  deliveryId: Type.Optional(
    Type.String({ format: 'uuid', description: 'Absent if the alert is only in your list, and you are not called.' }),
  ),
  reports: Type.Optional(
    Type.Integer({ description: 'Several falls are announced together: your unacknowledged alerts about them.' }),
  ),
};

/** On the live stream, about alerts. */
export const alertEvents = {
  'alert.raised': aboutPatient('An alert was raised.', notice, exampleNotice),
  'alert.escalated': aboutPatient('An alert was escalated to its next step, or sent again.', notice, {
    ...exampleNotice,
    step: 2,
  }),
  'alert.acknowledged': aboutPatient(
    'Somebody acknowledged the alert, which stops its escalation.',
    { fallId: Nullable(Id), alertId: Id, handledBy: Type.Optional(Handler), isDrill: Type.Boolean() },
    { fallId, alertId, handledBy: { id: caregiver, name: 'Carl Stone', at: since }, isDrill: false },
  ),
  'alert.declined': aboutPatient(
    'Somebody answered that they cannot come.',
    { fallId: Nullable(Id), alertId: Id, by: Type.Object({ id: Id, name: Type.String() }) },
    { fallId, alertId, by: { id: caregiver, name: 'Carl Stone' } },
  ),
  'alert.response': aboutPatient(
    'Somebody took, joined or released the alert, is on the way, has arrived, or calls a second person.',
    {
      fallId: Nullable(Id),
      alertId: Id,
      deliveryId: Type.Optional(Type.String({ format: 'uuid', description: 'For a person who is called.' })),
      response: ResponseStep,
      isDrill: Type.Boolean(),
    },
    {
      fallId,
      alertId,
      response: { kind: 'ON_THE_WAY', by: { id: caregiver, name: 'Carl Stone' }, at: since, note: null, called: null },
      isDrill: false,
    },
  ),
  'alert.closed': aboutPatient(
    'The alerts about this were closed.',
    { fallId: Nullable(Id), type: Type.String(), closedAs: OneOf(closedAs) },
    { fallId, type: 'FALL_DETECTED', closedAs: 'RESOLVED' },
  ),
};

export type AlertEvents = typeof alertEvents;
declare module '../live/live-event.schema.js' {
  interface LiveEvents extends AlertEvents {}
}
