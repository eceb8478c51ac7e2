/**
 * Simulates what personal thresholds do on scored trials: the alerts of one person come in a seeded random order, each
 * alert is answered correctly, and a threshold is accepted as soon as the rules offer it.
 */
import { toLevel } from '../src/level.js';
import { type AnsweredFall, findOfferedThreshold, isUpTo, withholdsAlert } from '../src/personalThreshold.js';
import { createRandom, hashText } from './random.js';
import type { Score } from './scores.js';

/** One trial of a person: the highest confidence of the detector in it, and whether it was a fall. */
export interface PersonalTrial {
  readonly confidence: number;
  readonly fall: boolean;
}

export interface Learned {
  readonly people: number;
  /** People who had a threshold at some time. */
  readonly withThreshold: number;
  /** Alerts without any threshold: all, and those of them that were false. */
  readonly alerts: number;
  readonly falseAlerts: number;
  /** False alerts that a threshold withheld. */
  readonly avoided: number;
  readonly falls: number;
  /** Falls that alert without a threshold. */
  readonly alertedFalls: number;
  /** Falls that raised no alert because of a threshold. */
  readonly withheldFalls: number;
}

const nothing: Learned = {
  people: 0,
  withThreshold: 0,
  alerts: 0,
  falseAlerts: 0,
  avoided: 0,
  falls: 0,
  alertedFalls: 0,
  withheldFalls: 0,
};

/** Orders of the trials that are simulated for each person. */
export const repeats = 20;

/** The figures of all people of a set, summed over all orders. */
export function simulateScores(scores: readonly Score[]): Learned {
  const bySubject = new Map<string, PersonalTrial[]>();
  for (const { trial, values } of scores) {
    const own = bySubject.get(trial.subject) ?? [];
    own.push({ confidence: values.reduce((most, value) => Math.max(most, value), 0), fall: trial.fall });
    bySubject.set(trial.subject, own);
  }
  return simulateLearning(bySubject, { repeats });
}

/** `repeats` runs in different orders; the figures are sums over all of them. */
export function simulateLearning(
  bySubject: ReadonlyMap<string, readonly PersonalTrial[]>,
  { seed = 1, repeats = 1 }: { readonly seed?: number; readonly repeats?: number } = {},
): Learned {
  let sum = nothing;
  for (let repeat = 0; repeat < repeats; repeat++)
    for (const [subject, trials] of bySubject)
      sum = add(sum, simulatePerson(shuffle(trials, hashText(`${seed} ${repeat} ${subject}`))));
  return sum;
}

/** One person's trials in this order. */
export function simulatePerson(trials: readonly PersonalTrial[]): Learned {
  const newestFirst: AnsweredFall[] = [];
  let threshold: number | null = null;
  let person = { ...nothing, people: 1 };
  for (const { confidence, fall } of trials) {
    const isAlert = !['NO_FALL', 'SUSPICIOUS'].includes(toLevel(confidence));
    const isWithheld = threshold !== null && withholdsAlert(threshold, confidence);
    person = add(person, count({ fall, isAlert, isWithheld }));
    // Nobody is asked about a fall without an alert: the worst case, because a real fall would end the threshold.
    if (!isAlert || isWithheld) continue;
    newestFirst.unshift({ confidence, answer: fall ? 'REAL' : 'FALSE_ALARM' });
    if (fall && threshold !== null && isUpTo(threshold, confidence)) threshold = null;
    threshold ??= findOfferedThreshold(newestFirst);
    if (threshold !== null) person = { ...person, withThreshold: 1 };
  }
  return person;
}

function count(trial: { readonly fall: boolean; readonly isAlert: boolean; readonly isWithheld: boolean }): Learned {
  const { fall, isAlert, isWithheld } = trial;
  return {
    ...nothing,
    alerts: Number(isAlert),
    falseAlerts: Number(isAlert && !fall),
    avoided: Number(isWithheld && !fall),
    falls: Number(fall),
    alertedFalls: Number(isAlert && fall),
    withheldFalls: Number(isWithheld && fall),
  };
}

function add(one: Learned, other: Learned): Learned {
  const names = Object.keys(nothing) as (keyof Learned)[];
  return Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as unknown as Learned;
}

function shuffle<T>(items: readonly T[], seed: number): T[] {
  const random = createRandom(seed);
  return items
    .map((item) => ({ item, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
