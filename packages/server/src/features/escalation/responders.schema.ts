import Type, { type Static } from 'typebox';
import { Id, Named, Nullable, OneOf, Timestamp } from '../../platform/http/shapes.js';

const person = { id: Id, name: Type.String() };

const responder = Named('Responder', {
  ...person,
  state: OneOf(['TAKEN', 'JOINED', 'ON_THE_WAY', 'ARRIVED', 'DONE', 'RELEASED']),
  at: Timestamp,
  note: Nullable(Type.String({ description: 'Of a release.' })),
  isLead: Type.Boolean({ description: 'The person in `handledBy`.' }),
});
export type Responder = Static<typeof responder>;

const SecondPersonCall = Named('SecondPersonCall', {
  by: Type.Object(person),
  at: Timestamp,
  note: Nullable(Type.String()),
  calledId: Nullable(Type.String({ format: 'uuid', description: 'Who is called. Null: everybody.' })),
});
export type SecondPersonCall = Static<typeof SecondPersonCall>;

/** Who responds to the incident of an alert. */
export const incidentProperties = {
  responders: Type.Array(responder, {
    description: 'Everybody who has taken or joined it, in this order, also those who have released it.',
  }),
  secondPersonCall: Type.Unsafe<SecondPersonCall | null>({
    ...SecondPersonCall,
    type: ['object', 'null'],
    description: 'A responder asks for a second person, and nobody has joined since.',
  }),
};

export const responseKinds = [
  'TAKEN',
  'JOINED',
  'TOOK_OVER',
  'LEADS',
  'ON_THE_WAY',
  'ARRIVED',
  'DONE',
  'RELEASED',
  'CALLED',
] as const;

const Person = Type.Object(person);

/** As people are told of it. */
export const ResponseStep = Named('ResponseStep', {
  kind: OneOf(responseKinds),
  at: Timestamp,
  by: Nullable(Person),
  note: Nullable(Type.String()),
  called: Nullable(Type.Object(person, { description: 'CALLED only. Null: everybody.' })),
});
export type ResponseStep = Static<typeof ResponseStep>;
