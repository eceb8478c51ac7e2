import { type Explanation as Explained, limitReasons } from '@fallwatch/detection';
import Type from 'typebox';
import { Named, OneOf } from '../../platform/http/shapes.js';

const shape = Named('Explanation', {
  summary: Type.String({ examples: ['Impact of 4.1 g, posture changed by 78°, still for 3 s'] }),
  evidence: Type.Array(
    Type.Object({
      feature: Type.String(),
      value: Type.Number(),
      unit: Type.String(),
      weight: Type.Number({ description: 'How far it moved the assessment, in log-odds.' }),
    }),
  ),
  limitedBy: Type.Optional(
    OneOf(limitReasons, {
      description:
        'Why the confidence is not larger; absent if nothing limited it. TOO_EARLY: fewer than two readings after the impact, at most 0.50. HARD_KNOCK: same posture, no drop, at most 0.50. REPEATED_KNOCKS: more knocks follow and the arm is never calm, or a larger knock came before, at most 0.50. SOFT_IMPACT: small and short, at most 0.89. STILL_MOVING: the arm is not calm afterwards, at most 0.89. ONE_SAMPLE_PER_SECOND: the device sends no bursts, at most 0.89.',
    }),
  ),
  dataQuality: Type.Object({
    input: OneOf(['instant', 'peak', 'burst']),
    bodySite: OneOf(['waist', 'wrist', 'unknown']),
    notes: Type.Array(Type.String()),
  }),
  detectorVersion: Type.String(),
});

/** Why the detector decided so: numbers, and an English sentence made from them. */
export const Explanation = Type.Unsafe<Explained>(shape);

/** Null for a fall that no detector has assessed. */
export const NullableExplanation = Type.Unsafe<Explained | null>({ ...shape, type: ['object', 'null'] });
