import Type, { type Static } from 'typebox';
import { Id, Named, Nullable, OneOf, Timestamp } from '../../platform/http/shapes.js';
import { FalseAlarmAct } from '../thresholds/thresholds.schema.js';

export const outcomes = ['HELPED', 'FALSE_ALARM', 'HOSPITAL', 'OTHER'] as const;

export const injuries = ['NONE', 'MINOR', 'SERIOUS', 'UNKNOWN'] as const;
export const headImpacts = ['YES', 'NO', 'UNKNOWN'] as const;
export const ambulances = ['CALLED', 'NOT_CALLED'] as const;
export const lifters = ['SELF', 'CAREGIVER', 'TWO_CAREGIVERS', 'HOIST', 'AMBULANCE', 'OTHER'] as const;

const Injury = OneOf(injuries, { description: 'How badly the person was injured.' });
const HeadImpact = OneOf(headImpacts, { description: 'Whether the head hit something.' });
const Ambulance = OneOf(ambulances);
const LiftedBy = OneOf(lifters, {
  description: 'Who lifted the person. SELF: nobody; HOIST: caregivers with a hoist; AMBULANCE: its crew.',
});

/** What an incident report needs to know. Null: not recorded. Not for the outcome FALSE_ALARM. */
export const outcomeDetails = {
  injury: Nullable(Injury),
  headImpact: Nullable(HeadImpact),
  ambulance: Nullable(Ambulance),
  liftedBy: Nullable(LiftedBy),
};

export const outcomeProperties = {
  outcome: Nullable(OneOf(outcomes)),
  note: Nullable(Type.String()),
  act: Nullable(FalseAlarmAct),
  ...outcomeDetails,
};

export const detailNames = ['injury', 'headImpact', 'ambulance', 'liftedBy'] as const;

/** Left out: stays as it is. */
export const detailChanges = {
  injury: Type.Optional(outcomeDetails.injury),
  headImpact: Type.Optional(outcomeDetails.headImpact),
  ambulance: Type.Optional(outcomeDetails.ambulance),
  liftedBy: Type.Optional(outcomeDetails.liftedBy),
};

export const OutcomeRecord = Named(
  'OutcomeRecord',
  {
    recordedAt: Timestamp,
    recordedBy: Nullable(Id),
    recordedByName: Nullable(Type.String({ description: 'Null when the account no longer exists.' })),
    ...outcomeProperties,
  },
  { description: 'An outcome as somebody recorded it, also if it was corrected later.' },
);
export type OutcomeRecord = Static<typeof OutcomeRecord>;
