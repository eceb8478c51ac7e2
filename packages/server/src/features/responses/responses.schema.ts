import Type, { type Static } from 'typebox';
import { Id, Named, Nullable, OneOf, Text, Timestamp } from '../../platform/http/shapes.js';
import { responseKinds } from '../escalation/responders.schema.js';
import { responseActions } from '../escalation/responding.rules.js';

export const NewResponse = Named(
  'NewResponse',
  {
    action: OneOf(responseActions, {
      description:
        'JOIN: I come too. TAKE_OVER: I lead from now on. ON_THE_WAY, ARRIVED: of those who have taken or joined it. DONE: my part is over; a fall ends with its outcome. RELEASE: I cannot go on. CALL_SECOND: asks for a second person.',
    }),
    note: Type.Optional(Text({ max: 500, description: 'With RELEASE and CALL_SECOND: why, for the others.' })),
    userId: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'With CALL_SECOND: a caregiver of the patient or an admin. Left out: everybody who may know.',
      }),
    ),
  },
  { examples: [{ action: 'ON_THE_WAY' }, { action: 'RELEASE', note: 'My car does not start.' }] },
);
export type NewResponse = Static<typeof NewResponse>;

export const NewThreadMessage = Named(
  'NewThreadMessage',
  { text: Text({ max: 1_000 }) },
  { examples: [{ text: 'The key is in the safe. I need help to lift her.' }] },
);
export type NewThreadMessage = Static<typeof NewThreadMessage>;

const person = (description: string) => Nullable(Type.Object({ id: Id, name: Type.String() }, { description }));

export const ThreadLine = Named(
  'ThreadLine',
  {
    id: Id,
    kind: OneOf(['MESSAGE', ...responseKinds, 'DECLINED', 'RESOLVED'], {
      description: 'MESSAGE: written by a person. The others follow from what people did.',
    }),
    at: Timestamp,
    by: person('Null: the account no longer exists.'),
    text: Nullable(Type.String({ description: 'The message, or the note of RELEASED, CALLED and RESOLVED.' })),
    called: person('CALLED only: who is called. Null: everybody.'),
    outcome: Nullable(OneOf(['HELPED', 'FALSE_ALARM', 'HOSPITAL', 'OTHER'], { description: 'RESOLVED only.' })),
  },
  {
    examples: [
      {
        id: '01926f3c-3333-7000-8000-000000000003',
        kind: 'MESSAGE',
        at: '2026-01-31T12:04:10.000Z',
        by: { id: '01926f3c-2222-7000-8000-000000000002', name: 'Noah Berg' },
        text: 'The key is in the safe. I need help to lift her.',
        called: null,
        outcome: null,
      },
    ],
  },
);
export type ThreadLine = Static<typeof ThreadLine>;
