import { fallLevels } from '@fallwatch/detection';
import Type, { type Static } from 'typebox';
import { Id, Named, Nullable, OneOf, Timestamp } from '../../platform/http/shapes.js';
import { Confirmation } from '../falls/falls.schema.js';
import { type AssessableReading, exampleReading, SensorReading } from './ingest.schema.js';

export const maxReadings = 120;
/** A week: as far back as a device may remember. */
const maxAgeMs = 7 * 86_400_000;

const UploadedReading = Named('UploadedReading', {
  ...SensorReading.properties,
  age_ms: Type.Integer({
    minimum: 0,
    maximum: maxAgeMs,
    description: 'How long ago the reading was taken when the request is sent, by the clock of the device.',
  }),
});
export type UploadedReading = Static<typeof UploadedReading>;
export type AssessableUpload = AssessableReading & Pick<UploadedReading, 'age_ms'>;

export const Upload = Named(
  'Upload',
  { readings: Type.Array(UploadedReading, { minItems: 1, maxItems: maxReadings }) },
  {
    examples: [
      {
        readings: [2_000, 1_000, 0].map((age_ms, index) => {
          return { ...exampleReading, boot_id: 3_141_592_653, uptime_ms: 121_456 + 1_000 * index, age_ms };
        }),
      },
    ],
  },
);

const Problem = Named('ReadingProblem', {
  code: Type.String({ description: 'The kind of refusal, for programs.' }),
  message: Type.String({ description: 'One sentence for a person.' }),
  details: Type.Record(Type.String(), Type.String(), { description: 'Field name → what is wrong.' }),
});

const UploadResult = Named('UploadResult', {
  status: OneOf(['stored', 'known', 'refused'], {
    description:
      'stored: new, and stored now. known: stored earlier; its assessment is null unless it was made again. ' +
      'refused: not stored, see problem; assessed if device, motion and age are valid.',
  }),
  fallDetected: Nullable(Type.Boolean({ description: 'POTENTIAL or more.' })),
  fallConfidence: Nullable(Type.Number()),
  fallLevel: Nullable(OneOf(fallLevels)),
  fallEventId: Nullable(Id),
  confirmation: Nullable(Confirmation),
  problem: Nullable(Problem),
});
export type UploadResult = Static<typeof UploadResult>;

export const UploadAnswer = Named('UploadAnswer', {
  results: Type.Array(UploadResult, { description: 'One for each reading, in the order sent.' }),
  healthScore: Nullable(Type.Integer({ description: 'Null if all readings were refused.' })),
  nextAllowedRequest: Timestamp,
  receivedAt: Timestamp,
});
export type UploadAnswer = Static<typeof UploadAnswer>;
