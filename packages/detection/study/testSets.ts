import type { BodySite } from '../src/reading.js';
import type { InputKind } from '../src/state.js';
import { simulateScores } from './learning.js';
import { computeFigures, countAlarms } from './metrics.js';
import { alarmLevels, type TestRow } from './results.js';
import type { Score } from './scores.js';
import { dataDir, progress } from './settings.js';
import { runShipped } from './shipped.js';
import { countLevels, hasAlarm } from './summarise.js';
import { paddedWithStillness, readTrials, type Trial } from './trials.js';

type TestPlan = {
  readonly name: string;
  readonly dataset: string;
  readonly site: BodySite | 'unknown';
  readonly inputs: readonly InputKind[];
  readonly takes: (trial: Trial) => boolean;
  readonly stillS: number;
};

const all = () => true;

/** Sets no model was fitted on and nothing was chosen by: looked at once the detector stood. */
const plans: readonly TestPlan[] = [
  {
    name: 'UTD-MHAD gestures, then frozen',
    dataset: 'utd-mhad',
    site: 'wrist',
    inputs: ['burst', 'peak'],
    takes: all,
    stillS: 4,
  },
  {
    name: 'Pixel Watch, real wear',
    dataset: 'pixel-watch',
    site: 'wrist',
    inputs: ['burst', 'peak', 'instant'],
    takes: all,
    stillS: 0,
  },
  {
    name: 'Kiel waist, over 60',
    dataset: 'kiel',
    site: 'waist',
    inputs: ['burst', 'peak'],
    takes: ({ site, elderly }) => site === 'waist' && elderly,
    stillS: 0,
  },
  {
    name: 'Kiel waist, younger',
    dataset: 'kiel',
    site: 'waist',
    inputs: ['burst', 'peak'],
    takes: ({ site, elderly }) => site === 'waist' && !elderly,
    stillS: 0,
  },
  {
    name: 'Kiel forearms',
    dataset: 'kiel',
    site: 'wrist',
    inputs: ['burst', 'peak'],
    takes: ({ site }) => site === 'wrist',
    stillS: 0,
  },
  {
    name: 'SP/SW HAR, up and go',
    dataset: 'spsw-har',
    site: 'wrist',
    inputs: ['burst', 'peak', 'instant'],
    takes: all,
    stillS: 0,
  },
  {
    name: 'SPAR, shoulder exercises',
    dataset: 'spar',
    site: 'wrist',
    inputs: ['burst', 'peak'],
    takes: all,
    stillS: 0,
  },
  {
    name: 'SmartFallMM, older people, watch',
    dataset: 'smartfallmm-older',
    site: 'wrist',
    inputs: ['burst', 'peak', 'instant'],
    takes: ({ site }) => site === 'wrist',
    stillS: 0,
  },
  {
    name: 'SmartFallMM, older people, phone at the hip',
    dataset: 'smartfallmm-older',
    site: 'waist',
    inputs: ['burst', 'peak', 'instant'],
    takes: ({ site }) => site === 'waist',
    stillS: 0,
  },
  {
    name: 'SmartFallMM, soft falls of young people, watch',
    dataset: 'smartfallmm-young',
    site: 'wrist',
    inputs: ['burst', 'peak'],
    takes: all,
    stillS: 0,
  },
  {
    name: 'MobiAct, pocket phone clipped at 2 g',
    dataset: 'mobiact',
    site: 'unknown',
    inputs: ['burst'],
    takes: all,
    stillS: 0,
  },
];

/** The quick run keeps to the sets that carry a promise. */
const quick: readonly string[] = ['utd-mhad', 'pixel-watch', 'kiel', 'smartfallmm-older'];

export function runTestSets(subset: boolean): TestRow[] {
  const chosen = plans.filter(
    ({ dataset, site }) => !subset || (quick.includes(dataset) && !(dataset === 'kiel' && site === 'wrist')),
  );
  return chosen.flatMap((plan) => {
    progress(`test only: ${plan.name}`);
    const scores = new Map<InputKind, Score[]>(plan.inputs.map((input) => [input, []]));
    for (const recorded of readTrials(dataDir, plan.dataset)) {
      if (!plan.takes(recorded)) continue;
      const trial = plan.stillS > 0 ? paddedWithStillness(recorded, plan.stillS) : recorded;
      for (const input of plan.inputs) scores.get(input)?.push(...runShipped(trial, input, plan.site));
    }
    return plan.inputs.map((input) => toRow(plan, input, scores.get(input) ?? []));
  });
}

function toRow({ name, site }: TestPlan, input: InputKind, scores: readonly Score[]): TestRow {
  const daily = scores.filter(({ trial }) => !trial.fall);
  const falls = scores.filter(({ trial }) => trial.fall);
  return {
    name,
    input,
    site,
    trials: daily.length,
    hours: daily.reduce((sum, { values }) => sum + values.length / 3600, 0),
    falls: falls.length,
    found: alarmLevels.map((level) => falls.filter((score) => hasAlarm(score, level)).length),
    alarmedTrials: alarmLevels.map((level) => daily.filter((score) => hasAlarm(score, level)).length),
    alarms: alarmLevels.map((level) => daily.reduce((sum, { values }) => sum + countAlarms(values, level), 0)),
    worst: worstActs(daily.filter((score) => hasAlarm(score, alarmLevels[0])).map(({ trial }) => trial.code)),
    levels: countLevels(scores),
    ece: computeFigures(scores).ece,
    learned: simulateScores(scores),
  };
}

function worstActs(codes: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  const sorted = [...counts].sort((one, other) => other[1] - one[1]).slice(0, 4);
  return sorted.map(([code, count]) => `${code.replaceAll('_', ' ')} ${count}`).join(', ');
}
