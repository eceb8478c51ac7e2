import { aftermathKinds } from '@fallwatch/detection';
import Type from 'typebox';
import { Id, OneOf, Timestamp } from '../../platform/http/shapes.js';
import { exampleIds } from '../deliveries/notice.schema.js';
import { aboutPatient } from '../live/live-event.schema.js';
import { outcomes } from './outcome.schema.js';

const { fall: fallId } = exampleIds;
const since = '2026-01-31T11:59:00.000Z';

/** On the live stream, about falls. */
export const fallEvents = {
  'fall.cancelled': aboutPatient(
    'The wearer answered “I’m OK”.',
    { fallId: Id, alertId: Type.Optional(Id), deliveryId: Type.Optional(Id), message: Type.String() },
    { fallId, message: 'Cancelled by the wearer: “I’m OK”. Fall detected, HIGH (confidence 0.82).' },
  ),
  'fall.confirmed': aboutPatient('The wearer answered “I need help”.', { fallId: Id }, { fallId }),
  'fall.resolved': aboutPatient(
    'A person recorded the outcome.',
    { fallId: Id, outcome: OneOf(outcomes) },
    { fallId, outcome: 'HELPED' },
  ),
  'fall.aftermath': aboutPatient(
    'The wearer lies still, has moved or is upright again.',
    { fallId: Id, kind: OneOf(aftermathKinds), since: Timestamp },
    { fallId, kind: 'LYING_STILL', since },
  ),
};

export type FallEvents = typeof fallEvents;
declare module '../live/live-event.schema.js' {
  interface LiveEvents extends FallEvents {}
}
