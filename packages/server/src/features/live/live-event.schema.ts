/**
 * How a feature declares its events on the live stream: `xEvents` beside its shapes, added to `LiveEvents`, and one line
 * in src/live-events.ts. So the live stream needs no feature that announces.
 */
import Type, { type Static, type TObject, type TProperties } from 'typebox';
import { Id } from '../../platform/http/shapes.js';
import { exampleIds } from '../deliveries/notice.schema.js';

/** Type → its definition. Filled by the features, by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: other files add to it.
export interface LiveEvents {}

export type LiveEventType = keyof LiveEvents;
export type LiveData<EventType extends LiveEventType> = Static<LiveEvents[EventType]['data']>;

export interface LiveEventDefinition<Data extends TObject> {
  readonly summary: string;
  /** `at` is added to it on the stream. */
  readonly data: Data;
  readonly example: Static<Data>;
}

export function define<P extends TProperties>(
  summary: string,
  properties: P,
  example: Static<TObject<P>>,
): LiveEventDefinition<TObject<P>> {
  return { summary, data: Type.Object(properties), example };
}

/** With `patientId`: by it the stream decides who may see the event when it is read. */
export function aboutPatient<P extends TProperties>(
  summary: string,
  properties: P,
  example: Omit<Static<TObject<P & { patientId: typeof Id }>>, 'patientId'>,
) {
  const data = { patientId: Id, ...properties } as P & { patientId: typeof Id };
  const whole = { patientId: exampleIds.patient, ...example } as unknown as Static<TObject<typeof data>>;
  return define(summary, data, whole);
}

/** Sent by the stream itself, to one connection. */
export const streamSignals = {
  ready: 'You are up to date; further events arrive as they happen. Once per connection.',
  resync: 'The events you missed are deleted: reload your lists. `ready` follows.',
};
export type StreamSignal = keyof typeof streamSignals;
