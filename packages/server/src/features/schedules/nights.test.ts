import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFull } from '../../../test/faults/size.js';
import { retireEverybody } from '../../../test/harness.js';
import { createWard, simulateNight, type Ward } from '../../../test/nights.js';

const nightCount = isFull ? 500 : 15;
let ward: Ward;
beforeAll(async () => {
  await retireEverybody();
  ward = await createWard();
});
afterAll(retireEverybody);

test(`${nightCount} nights: the right people are notified, nobody twice, nobody missed`, {
  timeout: 3_600_000,
}, async () => {
  const sums = { steps: 0, crossings: 0, uncovered: 0, unreached: 0 };
  const problems: string[] = [];
  for (let seed = 1; seed <= nightCount; seed += 1) {
    const night = await simulateNight(ward, seed);
    for (const key of Object.keys(sums) as (keyof typeof sums)[]) sums[key] += night[key];
    problems.push(...night.problems.map((problem) => `night ${seed}, ${problem}`));
  }
  process.stdout.write(
    `schedules: ${nightCount} nights, ${sums.steps} steps, ${sums.crossings} nights over a change of duty, ${sums.uncovered} steps with nobody on duty, ${sums.unreached} times not reached; ${problems.length} wrong\n`,
  );
  expect(problems.slice(0, 5)).toEqual([]);
  expect(sums.crossings).toBeGreaterThan(0);
  expect(sums.uncovered).toBeGreaterThan(0);
  expect(sums.unreached).toBeGreaterThan(0);
});
