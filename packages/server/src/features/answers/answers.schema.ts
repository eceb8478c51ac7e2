import Type, { type Static } from 'typebox';
import { Id, Named, Nullable, OneOf, Text, Timestamp } from '../../platform/http/shapes.js';

const token = { token: Text({ max: 64, description: 'From the message.' }) };
const example = { token: 'pUqK3l1mV0rUO2iBkzZ6Zg' };

export const AnswerToken = Named('AnswerToken', token, { examples: [example] });

export const NewAnswer = Named(
  'NewAnswer',
  { ...token, answer: OneOf(['ON_IT', 'CANNOT'], { description: 'ON_IT acknowledges the alert for everybody.' }) },
  { examples: [{ ...example, answer: 'ON_IT' }] },
);
export type NewAnswer = Static<typeof NewAnswer>;

/** Names and numbers only after the person has taken the alert. */
export const AnsweredAlert = Named('AnsweredAlert', {
  type: Type.String({ examples: ['FALL_DETECTED'] }),
  severity: Type.String({ examples: ['HIGH'] }),
  initials: Type.String({ description: 'Of the patient.', examples: ['R.H.'] }),
  raisedAt: Timestamp,
  isDrill: Type.Boolean(),
  isCall: Type.Boolean({ description: 'The wearer asks for help.' }),
  language: OneOf(['en', 'de'], { description: 'Of the recipient.' }),
  state: OneOf(['OPEN', 'MINE', 'TAKEN', 'CLOSED'], {
    description: 'MINE: this person has taken it. TAKEN: somebody else has.',
  }),
  declined: Type.Boolean({ description: 'This person has said that they cannot come.' }),
  takenBy: Nullable(Type.String({ description: 'The name of the person who has taken it.' })),
  calledBy: Nullable(
    Type.String({ description: 'Who has taken the alert and asks for a second person: ON_IT joins them.' }),
  ),
  patient: Nullable(
    Type.Unsafe<{ id: string; name: string; phone: string | null; fallId: string | null }>({
      ...Type.Object({
        id: Id,
        name: Type.String(),
        phone: Nullable(Type.String()),
        fallId: Nullable(Id),
      }),
      description: 'Only while this person has it.',
    }),
  ),
});
export type AnsweredAlert = Static<typeof AnsweredAlert>;
