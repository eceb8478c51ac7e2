import type { Explanation as Explained } from '@fallwatch/detection';
import Type from 'typebox';
import { OneOf } from '../../platform/http/shapes.js';

const shape = Type.Object({
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

/** Why: made of numbers, with a sentence of them in English. */
export const Explanation = Type.Unsafe<Explained>(shape);

/** The same, or null where no detector has looked. */
export const NullableExplanation = Type.Unsafe<Explained | null>({ ...shape, type: ['object', 'null'] });
