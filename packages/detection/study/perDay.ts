import type { CodeRow, Results } from './results.js';
import { rate, table } from './tables.js';

type Act = { readonly code: string; readonly count: number; readonly words: string };

type Day = {
  readonly name: string;
  readonly model: string;
  /** Acts of an older person on a day at home, by the code of the data set: an assumption. */
  readonly acts: readonly Act[];
  /** Test-only sets of ordinary movement, by the start of their names. */
  readonly movement: readonly string[];
};

const wristActs: readonly Act[] = [
  { code: 'D09', count: 20, words: 'blows on a table' },
  { code: 'D10', count: 20, words: 'claps' },
  { code: 'D05', count: 5, words: 'collapses into a chair' },
  { code: 'D07', count: 1, words: 'stumble' },
];
const waistActs: readonly Act[] = [
  { code: 'D10', count: 10, words: 'quick sits on a low chair' },
  { code: 'D13', count: 2, words: 'quick lying down' },
  { code: 'D14', count: 15, words: 'turns in bed' },
  { code: 'D17', count: 1, words: 'ride in a car' },
];
const wristMovement = ['Pixel', 'Kiel forearms', 'SP/SW', 'SPAR', 'SmartFallMM, older people, watch'];
const days: readonly Day[] = [
  {
    name: 'waist, burst',
    model: 'waist-burst',
    acts: waistActs,
    movement: ['Kiel waist', 'SmartFallMM, older people, phone'],
  },
  { name: 'wrist, burst', model: 'wrist-burst', acts: wristActs, movement: wristMovement },
  { name: 'wrist, peak', model: 'wrist-peak', acts: wristActs, movement: wristMovement },
  { name: 'wrist, instant', model: 'wrist-instant', acts: wristActs, movement: wristMovement },
];

/** Hours of movement on a day: an assumption. */
const activeHours = 4;
const answeredShares = [0.5, 0.8, 0.95] as const;

/** Alerts that reach a caregiver: per act from held-out subjects, per hour of movement from sets never trained on. */
export function perDayTable(results: Results): string {
  const rows = days.map(({ name, model, acts, movement }) => {
    const fromActs = countFromActs(results.main[model]?.codes ?? [], acts);
    const perHour = ratePerHour(results, model.split('-')[1] as string, movement);
    const daily = fromActs + activeHours * perHour;
    const asked = answeredShares.map((answered) => rate(daily * (1 - answered)));
    return [name, rate(fromActs), rate(perHour), rate(daily), ...asked];
  });
  const head = [
    'site, input',
    'from acts, per day',
    'from movement, per hour',
    'without the question, per day',
    ...answeredShares.map((answered) => `with the question, ${answered * 100} % answered`),
  ];
  return `## Alerts that reach a caregiver\n\nAn estimate of false alarms per wearer and day, from POTENTIAL. It assumes a day at home with these acts at the wrist: ${listActs(wristActs)}; at the waist: ${listActs(waistActs)}; and ${activeHours} hours of movement. Alerts = acts × share of these acts with an alert (held-out subjects) + hours × alerts per hour of movement (${wristMovement.join('; ')}; at the waist Kiel and SmartFallMM). With the question, an alert reaches a caregiver only if the wearer does not answer “I'm OK” in time; nobody has measured how often wearers answer, so three shares are given. These are guesses from acts, not monitored days.\n\n${table(head, rows)}`;
}

function countFromActs(codes: readonly CodeRow[], acts: readonly Act[]): number {
  return acts.reduce((sum, { code, count }) => {
    const found = codes.find((row) => row.code === code);
    return sum + (count * (found?.alarmed ?? Number.NaN)) / (found?.trials ?? 1);
  }, 0);
}

function ratePerHour({ tests }: Results, input: string, movement: readonly string[]): number {
  const own = tests.filter((test) => test.input === input && movement.some((start) => test.name.startsWith(start)));
  const hours = own.reduce((sum, { hours }) => sum + hours, 0);
  return own.reduce((sum, { alarms }) => sum + (alarms[0] ?? 0), 0) / hours;
}

function listActs(acts: readonly Act[]): string {
  return acts.map(({ code, count, words }) => `${count} ${words} (${code})`).join(', ');
}
