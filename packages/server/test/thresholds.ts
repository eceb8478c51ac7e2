/** Falls that the detector found, with any confidence, and answers about them. */
import type { Explanation } from '@fallwatch/detection';
import { expect } from 'vitest';
import { recordDetectedFall } from '../src/features/falls/recording.service.js';
import { createContext, system } from '../src/platform/context.js';
import { newId } from '../src/platform/ids.js';
import { testServer } from './harness.js';
import { device, type Person } from './people.js';

const explanation: Explanation = {
  summary: 'POTENTIAL fall: impact 3.1 g',
  evidence: [{ feature: 'impact', value: 3.1, unit: 'g', weight: 0 }],
  dataQuality: { input: 'instant', bodySite: 'unknown', notes: [] },
  detectorVersion: 'test',
};

export interface FoundOptions {
  /** Left out: a new device, so that it is an incident of its own. */
  readonly deviceId?: string;
  readonly evidence?: Explanation['evidence'];
  readonly at?: string;
}

export async function findFall(wearer: Person, confidence: number, options: FoundOptions = {}): Promise<string> {
  const { platform } = await testServer();
  const { at = new Date().toISOString(), evidence = explanation.evidence } = options;
  const { deviceId = (await device(wearer)).id } = options;
  return recordDetectedFall(createContext(platform, system), {
    id: newId(),
    at,
    deviceId,
    userId: wearer.id,
    confidence,
    explanation: { ...explanation, evidence },
    sensorData: { accel: [0, 0, 30], gyro: [90, 0, 0], timestamp: at },
    evidence: [],
  });
}

const minuteMs = 60_000;

/** Each two minutes later than the one before, up to now, all answered as this. The confidences are 0.60 and less. */
export async function answerFalls(wearer: Person, carer: Person, answer: object, count = 5): Promise<string[]> {
  const { id: deviceId } = await device(wearer);
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const at = new Date(Date.now() - 2 * minuteMs * (count - index)).toISOString();
    const id = await findFall(wearer, 0.6 - 0.01 * index, { deviceId, at });
    expect(await carer.post(`/falls/${id}/resolve`, answer)).toHaveStatus(200);
    ids.push(id);
  }
  return ids;
}

export const falseAlarm = { outcome: 'FALSE_ALARM' };
export const thresholdPath = ({ id }: Person): string => `/patients/${id}/alert-threshold`;

/** Sets a threshold of 0.60 after five false alarms. */
export async function setThreshold(wearer: Person, carer: Person): Promise<void> {
  await answerFalls(wearer, carer, falseAlarm);
  expect(await carer.put(thresholdPath(wearer), { threshold: 0.6 })).toHaveStatus(200);
}

export async function listAuditActions(subjectId: string): Promise<string[]> {
  const { platform } = await testServer();
  const entries = platform.db.selectFrom('auditTrail').select('action').where('subjectId', '=', subjectId);
  return (await entries.execute()).map(({ action }) => action);
}
