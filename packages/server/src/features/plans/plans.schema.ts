import Type, { type Static } from 'typebox';
import { Id, Named, Nullable, Timestamp } from '../../platform/http/shapes.js';

const Step = Named('EscalationStep', {
  afterSeconds: Type.Integer({ minimum: 0, maximum: 3_600, description: 'Counted from the alert.' }),
  to: Type.Array(Type.String({ minLength: 1, maxLength: 45 }), {
    minItems: 1,
    maxItems: 20,
    description:
      '`CAREGIVERS`, `ADMINS`, the id of one caregiver of this patient, or `SCHEDULE:` and the id of a schedule: whoever is on duty when the step is taken; everybody, if nobody is or they are not reached.',
  }),
});

const Steps = Type.Array(Step, {
  minItems: 1,
  maxItems: 10,
  description: 'In the order of their times; the first after 0 seconds, the last with `ADMINS`.',
});
const RepeatEvery = Type.Integer({
  minimum: 60,
  maximum: 3_600,
  description: 'After the last step, its people are notified again at this interval, until somebody acknowledges.',
});
const SilentAfter = Type.Integer({
  minimum: 300,
  maximum: 86_400,
  description: 'A device of this patient without data for this long raises DEVICE_SILENT.',
});

const example = {
  steps: [
    { afterSeconds: 0, to: ['CAREGIVERS'] },
    { afterSeconds: 60, to: ['CAREGIVERS'] },
    { afterSeconds: 180, to: ['CAREGIVERS', 'ADMINS'] },
  ],
  repeatEverySeconds: 900,
  deviceSilentAfterSeconds: 1_800,
};

export const EscalationPlan = Named(
  'EscalationPlan',
  {
    patientId: Id,
    steps: Steps,
    repeatEverySeconds: RepeatEvery,
    deviceSilentAfterSeconds: SilentAfter,
    resolveWithinSeconds: Nullable(
      Type.Integer({ description: 'A fall acknowledged but not resolved after this time alerts again; null = never.' }),
    ),
    isDefault: Type.Boolean({ description: 'True while this patient has the system’s plan in everything.' }),
    updatedAt: Nullable(Timestamp),
    updatedBy: Nullable(Id),
  },
  {
    examples: [
      {
        patientId: '01926f3c-1111-7000-8000-000000000001',
        ...example,
        resolveWithinSeconds: 1_800,
        isDefault: true,
        updatedAt: null,
        updatedBy: null,
      },
    ],
  },
);
export type EscalationPlan = Static<typeof EscalationPlan>;

export const EscalationPlanChanges = Type.Partial(
  Type.Object({
    steps: Type.Unsafe<Static<typeof Steps> | null>({ ...Steps, type: ['array', 'null'] }),
    repeatEverySeconds: Nullable(RepeatEvery),
    deviceSilentAfterSeconds: Nullable(SilentAfter),
  }),
  { title: 'EscalationPlanChanges', examples: [example] },
);
export type EscalationPlanChanges = Static<typeof EscalationPlanChanges>;
