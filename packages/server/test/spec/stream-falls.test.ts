import { describe, expect, test } from 'vitest';
import { patient } from '../people.js';
import { id, stoppedApp, wearer } from './shapes.js';

/** POST /device/sensor-stream: which readings are a fall. */

describe('the detector behind the stream', () => {
  test('rest and walking are NO_FALL', async () => {
    const { clock, as } = await stoppedApp();
    const ann = await as(await patient());
    const walker = wearer(ann, clock);
    const sleeper = wearer(ann, clock);
    const answers = [...(await walker.stands(10)), ...(await walker.walks(30)), ...(await sleeper.lies(10))];
    for (const { data } of answers) {
      expect(data).toMatchObject({ fallDetected: false, fallEventId: null });
      expect(data.fallConfidence).toBeLessThanOrEqual(0.3);
    }
    expect((await ann.get('/falls')).body.pagination.total).toBe(0);
  });

  test.each([
    [4.01, 301],
    [5, 400],
    [12, 2_000],
  ])('one plain reading of %d g with %d °/s is POTENTIAL at once', async (impact, turn) => {
    const { clock, as } = await stoppedApp();
    const ann = await as(await patient());
    const { data } = await wearer(ann, clock).hits(impact, turn);
    expect(data).toMatchObject({ fallDetected: true, fallEventId: id });
    expect((await ann.get(`/falls/${data.fallEventId}`)).data.status).toBe('POTENTIAL');
  });

  test('a knock without rotation, or rotation without a knock, is not', async () => {
    const { clock, as } = await stoppedApp();
    const ann = await as(await patient());
    for (const [impact, turn] of [
      [5, 100],
      [1.2, 800],
    ] as const)
      expect((await wearer(ann, clock).hits(impact, turn)).data.fallDetected).toBe(false);
  });

  test('an impact, then a new posture held still, is HIGH or more', async () => {
    const { clock, as } = await stoppedApp();
    const ann = await as(await patient());
    const last = (await wearer(ann, clock).falls()).at(-1);
    expect(last?.data.fallDetected).toBe(true);
    expect(last?.data.fallConfidence).toBeGreaterThan(0.7);
    const [fall] = (await ann.get('/falls')).data;
    expect(['HIGH', 'CONFIRMED']).toContain(fall.status);
    expect((await ann.get('/falls')).data).toHaveLength(1);
  });
});
