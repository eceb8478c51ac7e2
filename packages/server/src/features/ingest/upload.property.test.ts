import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readingsRecorded, testServer } from '../../../test/harness.js';
import { type Answer, freshMac, type Person, patient, reading } from '../../../test/people.js';
import { listFalls, listStored } from '../../../test/recorder.js';

/** Two starts of a device, with the same uptimes and, at rest, the same values. */
const boots = [11, 22] as const;
const readingsEach = 20;
const impactAt = 12;
const spanMs = 3_600_000;

/** Sends the readings at these positions, in this order; any reading may be in several requests, or twice in one. */
const requests = fc.array(fc.array(fc.nat({ max: boots.length * readingsEach - 1 }), { minLength: 1, maxLength: 30 }), {
  minLength: 1,
  maxLength: 6,
});

const mostAttempts = 20;

/** On a busy machine the service refuses for a moment. Devices send again, and so does this one. */
async function sendUntilTaken(person: Person, readings: readonly object[]) {
  let attempts = 0;
  let answer: Answer;
  do {
    answer = await person.post('/device/readings', { readings });
    attempts += 1;
  } while (answer.status === 503 && attempts < mostAttempts);
  return { answer, attempts };
}

test('each reading is stored once at its own time, and each fall is recorded once, however often and in whatever order they are sent', async () => {
  const { clock, platform } = await testServer();
  await fc.assert(
    fc.asyncProperty(requests, async (plan) => {
      const [ann, mac] = [await patient(), freshMac()];
      const takenAtMs = clock.nowMs();
      // The second start is an hour after the first.
      const all = boots.flatMap((boot_id, boot) =>
        Array.from({ length: readingsEach }, (_, n) => {
          const impact = n === impactAt ? { accel_z: 45, gyro_x: 400 } : {};
          const ageMs = (boots.length - boot) * spanMs - 1_000 * n;
          return { ageMs, sent: { ...reading(mac), ...impact, boot_id, uptime_ms: 1_000 * (n + 1) } };
        }),
      );
      const everything = all.map((_, index) => index);
      let stored = 0;
      let wasBusy = false;
      for (const positions of [...plan, everything.toReversed()]) {
        const passedMs = clock.nowMs() - takenAtMs;
        const readings = positions.map((position) => {
          const { ageMs, sent } = all[position] as (typeof all)[number];
          return { ...sent, age_ms: ageMs + passedMs };
        });
        const { answer, attempts } = await sendUntilTaken(ann, readings);
        expect(answer).toHaveStatus(200);
        if (attempts > 1) wasBusy = true;
        const { data } = answer;
        for (const { status, problem } of data.results) {
          expect([status, problem]).not.toContain('refused');
          if (status === 'stored') stored += 1;
        }
      }
      await readingsRecorded();
      const found = platform.db.selectFrom('devices').select('key').where('macAddress', '=', mac);
      const rows = await listStored((await found.executeTakeFirstOrThrow()).key);
      const identities = rows.map(({ bootId, uptimeMs }) => `${bootId} ${uptimeMs}`);
      expect(identities.toSorted()).toEqual(all.map(({ sent }) => `${sent.boot_id} ${sent.uptime_ms}`).toSorted());
      expect(stored).toBeLessThanOrEqual(all.length);
      // A request that took too long may have been stored without an answer.
      if (!wasBusy) expect(stored).toBe(all.length);
      for (const { bootId, uptimeMs, at } of rows) {
        const ageMs = (boots.length - boots.indexOf(bootId as 11 | 22)) * spanMs - (Number(uptimeMs) - 1_000);
        expect(Math.abs(Date.parse(at) - (takenAtMs - ageMs))).toBeLessThan(30_000);
      }
      expect(await listFalls(ann)).toHaveLength(boots.length);
    }),
    { numRuns: 12 },
  );
});
