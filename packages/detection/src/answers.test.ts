import { expect, test } from 'vitest';
import { createStream, devices } from '../test/streams.js';
import { assess, detectorVersion } from './assess.js';
import type { Assessment } from './detector.js';
import type { DetectorState } from './state.js';

function describeAnswer({ confidence, level, explanation, silenceDueAtMs }: Assessment): string {
  const { summary, evidence, dataQuality } = explanation;
  const facts = evidence.map(({ feature, value, unit, weight }) => `${feature} ${value} ${unit} (${weight})`);
  const due = silenceDueAtMs === null ? [] : [`silence due at ${silenceDueAtMs}`];
  return [`${confidence} ${level}`, summary, ...facts, dataQuality.input, ...dataQuality.notes, ...due].join('; ');
}

function listAnswers(name: string, seed: number): string[] {
  let state: DetectorState | undefined;
  const answers = createStream(devices[name] ?? {}, seed).map((reading, second) => {
    const assessment = assess(state, reading, 1_000_000 + second * 1_000);
    state = assessment.state;
    return describeAnswer(assessment);
  });
  return [`# ${name}`, ...answers, ''];
}

/**
 * A version of the detector never changes its answers: falls are stored with it, and replayed on it. If the answers must
 * change, change the version, then write them again with
 * `npx vitest run --project features packages/detection/src/answers.test.ts -u`.
 */
test(`the answers of ${detectorVersion} stay the same`, async () => {
  const answers = Object.keys(devices).flatMap((name, index) => listAnswers(name, index + 1));
  await expect(answers.join('\n')).toMatchFileSnapshot(`../test/answers-${detectorVersion}.txt`);
});
