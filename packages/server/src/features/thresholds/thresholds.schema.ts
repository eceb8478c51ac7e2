import { maxPersonalThreshold } from '@fallwatch/detection';
import Type, { type Static } from 'typebox';
import { Id, Named, Nullable, OneOf, Timestamp } from '../../platform/http/shapes.js';
import { falseAlarmActs } from './thresholds.rules.js';

export const FalseAlarmAct = OneOf(falseAlarmActs, { description: 'What the wearer was doing at the false alarm.' });

const Answers = Named(
  'AlertAnswers',
  {
    days: Type.Integer({ description: 'The period of these counts, until now.' }),
    alerts: Type.Integer({ description: 'Falls that the detector found and that raised an alert.' }),
    real: Type.Integer({ description: 'Outcome HELPED or HOSPITAL, or the wearer asked for help.' }),
    falseAlarms: Type.Integer({ description: 'Outcome FALSE_ALARM, or the wearer pressed “I’m OK”.' }),
    cancelled: Type.Integer({ description: 'Of the false alarms: only the wearer answered.' }),
    other: Type.Integer({ description: 'Outcome OTHER, or answers that contradict each other.' }),
    unanswered: Type.Integer(),
    withheld: Type.Integer({ description: 'Further falls that raised no alert because of a personal threshold.' }),
    acts: Type.Array(Type.Object({ act: FalseAlarmAct, count: Type.Integer() }), {
      description: 'What the wearer was doing at false alarms, as far as it was recorded; the most frequent first.',
    }),
  },
  { description: 'What people said about the falls that the detector found.' },
);

export const AlertThreshold = Named(
  'AlertThreshold',
  {
    patientId: Id,
    threshold: Nullable(
      Type.Number({ description: 'POTENTIAL falls alert above this confidence only. Null: all of them alert.' }),
    ),
    setAt: Nullable(Timestamp),
    setBy: Nullable(Id),
    setByName: Nullable(Type.String({ description: 'Null without a threshold, and if the account is deleted.' })),
    offer: Nullable(
      Type.Number({ description: 'The highest threshold that can be set now; null if the answers allow none.' }),
    ),
    answers: Answers,
  },
  {
    examples: [
      {
        patientId: '01926f3c-1111-7000-8000-000000000001',
        threshold: null,
        setAt: null,
        setBy: null,
        setByName: null,
        offer: 0.6,
        answers: {
          days: 90,
          alerts: 12,
          real: 2,
          falseAlarms: 8,
          cancelled: 3,
          other: 0,
          unanswered: 2,
          withheld: 0,
          acts: [{ act: 'SAT_DOWN_HARD', count: 4 }],
        },
      },
    ],
  },
);
export type AlertThreshold = Static<typeof AlertThreshold>;

export const NewAlertThreshold = Named(
  'NewAlertThreshold',
  {
    threshold: Type.Number({
      exclusiveMinimum: 0.5,
      maximum: maxPersonalThreshold,
      description: `above 0.50, at most ${maxPersonalThreshold}, and at most the \`offer\``,
    }),
  },
  { examples: [{ threshold: 0.6 }] },
);
export type NewAlertThreshold = Static<typeof NewAlertThreshold>;
