import { describe, expect, test } from 'vitest';
import { testServer } from '../../../test/harness.js';
import { freshMac, patient, reading, root } from '../../../test/people.js';
import { createContext, system } from '../../platform/context.js';
import { detectorVersions, exportLabels, replayFall } from './evidence.service.js';

async function detectedFall(): Promise<string> {
  const ann = await patient();
  const answer = await ann.post('/device/sensor-stream', reading(freshMac(), { accel_z: 45, gyro_x: 400 }));
  return answer.data.fallEventId;
}

describe('the evidence of a fall', () => {
  test('can be assessed again by any version of the detector', async () => {
    const { platform } = await testServer();
    const ctx = createContext(platform, system);
    const [newest = '', oldest = ''] = detectorVersions;
    const difference = await replayFall(ctx, await detectedFall(), oldest, newest);
    expect(difference.from).toMatchObject({ detectorVersion: oldest, level: 'POTENTIAL' });
    expect(difference.to).toMatchObject({ detectorVersion: newest, level: 'POTENTIAL', confidence: 0.6 });
    await expect(replayFall(ctx, await detectedFall(), 'none', newest)).rejects.toThrow('There is no detector none');
  });

  test('is missing for a fall that a person reported', async () => {
    const { platform } = await testServer();
    const fall = (await (await patient()).post('/falls', { confidence: 0.8 })).data;
    const replayed = replayFall(createContext(platform, system), fall.id, 'threshold-1', 'threshold-1');
    await expect(replayed).rejects.toThrow('nothing to replay');
  });

  test('becomes a label once somebody has recorded the outcome', async () => {
    const { platform } = await testServer();
    const [fallId, other] = [await detectedFall(), await detectedFall()];
    const found = await (await root()).post(`/admin/falls/${fallId}/investigate`, { outcome: 'FALSE_ALARM' });
    expect(found.data).toMatchObject({ outcome: 'FALSE_ALARM', status: 'POTENTIAL' });
    const lines: { id: string }[] = [];
    for await (const line of exportLabels(createContext(platform, system))) lines.push(JSON.parse(line));
    const label = lines.find((line) => line.id === fallId);
    expect(label).toMatchObject({
      outcome: 'FALSE_ALARM',
      status: 'POTENTIAL',
      evidence: [{ reading: expect.anything() }],
    });
    expect(lines.some((line) => line.id === other)).toBe(false);
    expect(JSON.stringify(label)).not.toContain('userId');
  });
});

test('the same report sent ten times at once is one fall', async () => {
  const ann = await patient();
  const headers = { 'idempotency-key': 'pressed once' };
  const sent = await Promise.all(Array.from({ length: 10 }, () => ann.post('/falls', { confidence: 0.8 }, headers)));
  expect(sent.map((answer) => answer.status)).toEqual(Array(10).fill(201));
  expect(new Set(sent.map((answer) => answer.data.id)).size).toBe(1);
  expect((await ann.get('/falls')).body.pagination.total).toBe(1);
});
