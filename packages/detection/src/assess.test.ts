import { expect, test } from 'vitest';
import { wearer } from '../test/people.js';
import { assess, assessSilence } from './assess.js';
import { fallLevels } from './level.js';

const rank = (level: (typeof fallLevels)[number]) => fallLevels.indexOf(level);

test('rest and walking stay NO_FALL', () => {
  for (const device of [{}, { sampling: 'peak' }, { bodySite: 'waist' }, { bodySite: 'wrist' }] as const) {
    const ann = wearer(device);
    const all = [...ann.stands(30), ...ann.walks(60), ...ann.stands(30), ...wearer(device).lies(30)];
    for (const { level } of all) expect(level).toBe('NO_FALL');
  }
});

test('one plain reading of 4 g that turns at 300 °/s is POTENTIAL at once', () => {
  const ann = wearer();
  ann.stands(5);
  expect(ann.hits(4.01, 301).level).toBe('POTENTIAL');
  expect(wearer().hits(4.01, 301).level).toBe('POTENTIAL');
  expect(rank(wearer().hits(3.9, 301).level)).toBeLessThan(rank('POTENTIAL'));
  expect(rank(wearer().hits(4.01, 290).level)).toBeLessThan(rank('POTENTIAL'));
});

test('a peak-hold reading needs the aftermath as evidence', () => {
  const ann = wearer({ sampling: 'peak' });
  ann.stands(5);
  expect(rank(ann.hits(6, 600).level)).toBeLessThan(rank('POTENTIAL'));
});

test('an impact, then a new posture held still, reaches HIGH', () => {
  for (const device of [{}, { sampling: 'peak' }, { bodySite: 'waist' }, { bodySite: 'wrist' }] as const) {
    const ann = wearer(device);
    ann.stands(6);
    ann.hits(4.5, 350);
    const after = ann.lies(5);
    expect(Math.max(...after.map(({ level }) => rank(level)))).toBeGreaterThanOrEqual(rank('HIGH'));
  }
});

test('a plain device without a working gyroscope still detects a fall, and stays NO_FALL at rest', () => {
  for (const gyro of [undefined, [Number.NaN, 0, 0]] as never[]) {
    const ann = wearer({ gyro, bodySite: 'waist' });
    for (const { level } of [...ann.stands(20), ...ann.walks(20)]) expect(level).toBe('NO_FALL');
    ann.stands(6);
    ann.send({ accel: [25, 10, 20], gyro });
    const after = [0, 1, 2, 3].map(() => ann.send({ accel: [0.2, -0.3, 9.8], gyro }));
    expect(Math.max(...after.map(({ level }) => rank(level)))).toBeGreaterThanOrEqual(rank('POTENTIAL'));
  }
});

test('a device at rest that sends g instead of m/s² does not report a continuous free fall', () => {
  const ann = wearer();
  for (let second = 0; second < 60; second++) {
    const { level, explanation } = ann.send({ accel: [0.01, -0.99, 0.05] });
    expect(level).toBe('NO_FALL');
    if (second > 3) expect(explanation.dataQuality.notes).toContain('LOOKS_LIKE_G');
  }
});

test('a wearer who lies down with a device that sends g stays NO_FALL', () => {
  for (const device of [{}, { bodySite: 'waist' }, { bodySite: 'wrist' }] as const) {
    const ann = wearer(device);
    const upright = Array.from({ length: 8 }, () => ann.send({ accel: [0.01, -0.99, 0.05] }));
    const turning = ann.send({ accel: [0.4, -0.6, 0.6], gyro: [120, 40, 10] });
    const lying = Array.from({ length: 8 }, () => ann.send({ accel: [0.02, -0.03, 1] }));
    for (const { level } of [...upright, turning, ...lying]) expect(level).toBe('NO_FALL');
  }
});

test('an impact sets silenceDueAtMs, rest does not', () => {
  const ann = wearer({ sampling: 'peak', bodySite: 'waist' });
  expect(ann.stands(6).at(-1)?.silenceDueAtMs).toBeNull();
  const { silenceDueAtMs, state } = ann.hits(5, 400);
  expect(silenceDueAtMs).toBe(state.atMs + 10_000);
});

test('silence after an impact becomes POTENTIAL after ten seconds, silence after rest never does', () => {
  const ann = wearer({ sampling: 'peak', bodySite: 'waist' });
  const calm = ann.stands(6).at(-1)?.state;
  const { state, silenceDueAtMs } = ann.hits(5, 400);
  const dueAtMs = silenceDueAtMs as number;
  expect(assessSilence(state, dueAtMs - 1)).toBeUndefined();
  const raised = assessSilence(state, dueAtMs);
  expect(raised?.level).toBe('POTENTIAL');
  expect(raised?.explanation.summary).toMatch(/^Impact of 5\.0 g, .*then no reading for 10 s$/);
  if (calm === undefined) throw new Error('no state');
  expect(assessSilence(calm, calm.atMs + 60_000)).toBeUndefined();
});

test('assess does not change its input state', () => {
  const ann = wearer();
  const before = ann.stands(12).at(-1)?.state;
  if (before === undefined) throw new Error('no state');
  const copy = structuredClone(before);
  const next = { accel: [50, 0, 0], gyro: [400, 0, 0], uptimeMs: before.uptimeMs + 1_000 } as const;
  expect(assess(before, next, before.atMs + 1_000).state.slots).toHaveLength(10);
  expect(before).toEqual(copy);
});

test('one episode spans a fall and closes after ten quiet seconds', () => {
  const ann = wearer({ sampling: 'peak' });
  ann.stands(6);
  ann.hits(4.5, 350);
  const episodes = ann.lies(30).map(({ episode }) => episode);
  const opened = new Set(episodes.flatMap((episode) => (episode === null ? [] : [episode.openedAtMs])));
  expect(opened.size).toBe(1);
  expect(episodes.at(-1)).toBeNull();
});
