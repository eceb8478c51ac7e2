import type { Explanation as Explained } from '@fallwatch/detection';
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
