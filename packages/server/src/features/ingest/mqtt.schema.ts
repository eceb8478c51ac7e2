/** Messages over MQTT: docs/devices.md#mqtt. */
import Type, { type Static } from 'typebox';
import type { EventChannel } from '../../platform/http/event-shapes.js';
import { ErrorBody, okWith } from '../../platform/http/shapes.js';
import { Assessed, exampleReading, refusedProperties, SensorReading } from './ingest.schema.js';
import { Upload, UploadAnswer } from './upload.schema.js';

/** By these a device recognises what an answer belongs to; of several readings, those of the first. */
const identityProperties = {
  uptime_ms: Type.Optional(Type.Unknown({ description: 'As in the reading; of several, as in the first.' })),
  boot_id: Type.Optional(Type.Unknown({ description: 'As in the reading; of several, as in the first.' })),
};
const Identity = Type.Object(identityProperties);
export type Identity = Static<typeof Identity>;

export const mqttAnswers = {
  readingAccepted: okWith(Assessed, identityProperties),
  uploadAccepted: okWith(UploadAnswer, identityProperties),
  refused: Type.Object({ ...ErrorBody.properties, ...refusedProperties, ...identityProperties }),
};

const parameters = {
  mac: { description: 'The MAC address of the device, in any usual form.', examples: ['AA:BB:CC:DD:EE:FF'] },
};
const bindings = { mqtt: { qos: 1, retain: false, bindingVersion: '0.2.0' } };
const identity = { uptime_ms: exampleReading.uptime_ms };
const at = '2026-01-31T12:00:00.000Z';
const confirmation = { required: false, expiresAt: null };

export const mqttReadingsChannel: EventChannel = {
  title: 'Readings of a device',
  description:
    'A PUBACK means that the reading is stored, or refused for good. User name: the MAC address. Password: the credential of the device.',
  address: 'fallwatch/{mac}/readings',
  parameters,
  server: 'mqtt',
  action: 'receive',
  answeredOn: 'deviceAnswers',
  bindings,
  messages: {
    reading: { summary: 'One reading.', payload: SensorReading, example: exampleReading },
    upload: {
      summary: 'Up to 120 readings.',
      payload: Upload,
      example: { readings: [{ ...exampleReading, age_ms: 0 }] },
    },
  },
};

export const mqttAnswersChannel: EventChannel = {
  title: 'Answers to a device',
  description: 'The JSON of the HTTP answer, for a device that has subscribed. Not kept for a device that is away.',
  address: 'fallwatch/{mac}/answers',
  parameters,
  server: 'mqtt',
  action: 'send',
  bindings,
  messages: {
    readingAccepted: {
      summary: 'The reading is stored.',
      payload: mqttAnswers.readingAccepted,
      example: {
        success: true,
        data: {
          deviceId: '018f3c1e-7b2a-7c3d-9e4f-000000000006',
          macAddress: 'AA:BB:CC:DD:EE:FF',
          timestamp: at,
          fallDetected: false,
          fallConfidence: 0,
          fallLevel: 'NO_FALL',
          fallEventId: null,
          confirmation,
          healthScore: 100,
          nextAllowedRequest: '2026-01-31T12:00:01.000Z',
          explanation: {
            summary: 'No impact',
            evidence: [],
            dataQuality: { input: 'instant', bodySite: 'unknown', notes: [] },
            detectorVersion: '1',
          },
          warnings: [],
        },
        ...identity,
      },
    },
    uploadAccepted: {
      summary: 'One result for each reading.',
      payload: mqttAnswers.uploadAccepted,
      example: {
        success: true,
        data: {
          results: [
            {
              status: 'stored',
              fallDetected: false,
              fallConfidence: 0,
              fallLevel: 'NO_FALL',
              fallEventId: null,
              confirmation,
              problem: null,
            },
          ],
          healthScore: 100,
          nextAllowedRequest: '2026-01-31T12:00:01.000Z',
          receivedAt: at,
        },
        ...identity,
      },
    },
    refused: {
      summary: 'Not stored. A single reading with valid motion is assessed all the same.',
      payload: mqttAnswers.refused,
      example: {
        success: false,
        error: 'Validation failed',
        code: 'VALIDATION_FAILED',
        details: { battery_level: 'must be at most 100; got 101' },
        ...identity,
      },
    },
  },
};
