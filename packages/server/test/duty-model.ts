/** Who is on duty, calculated independently of the database: from the offsets that Intl knows. */

export interface ModelSchedule {
  readonly zone: string;
  readonly startOn: string;
  readonly handOver: string;
  readonly turnDays: number;
  readonly weekdays: readonly number[];
  readonly members: readonly string[];
  readonly substitutions?: readonly ModelSubstitution[];
}

interface ModelSubstitution {
  readonly from: string;
  readonly until: string;
  readonly replaces: string | null;
  readonly user: string | null;
}

const dayMs = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** The wall clock of the zone, as if it were UTC. */
function toWallMs(zone: string, ms: number): number {
  let format = formats.get(zone);
  if (!format) {
    const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
    format = new Intl.DateTimeFormat('en-US', { ...numeric, second: 'numeric', hourCycle: 'h23', timeZone: zone });
    formats.set(zone, format);
  }
  const part = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 0, day, hour, minute, second } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

export function offsetMs(zone: string, ms: number): number {
  return toWallMs(zone, ms) - Math.floor(ms / 1_000) * 1_000;
}

/** A skipped time is that much later; of a repeated time, the second one. */
function toInstantMs(zone: string, wallMs: number): number {
  const [before, after] = [offsetMs(zone, wallMs - 1.1 * dayMs), offsetMs(zone, wallMs + 1.1 * dayMs)];
  if (before === after) return wallMs - before;
  const isReal = (offset: number): boolean => offsetMs(zone, wallMs - offset) === offset;
  return isReal(after) ? wallMs - after : wallMs - before;
}

export function handOverMs({ zone, handOver }: Pick<ModelSchedule, 'zone' | 'handOver'>, dayWallMs: number): number {
  const [hours = 0, minutes = 0] = handOver.split(':').map(Number);
  return toInstantMs(zone, dayWallMs + (hours * 60 + minutes) * 60_000);
}

/** The member, or null. */
export function whoIsOnDuty(schedule: ModelSchedule, ms: number): string | null {
  let person = whoHasTheTurn(schedule, ms);
  for (const { from, until, replaces, user } of schedule.substitutions ?? [])
    if (Date.parse(from) <= ms && ms < Date.parse(until) && (replaces === null || replaces === person)) person = user;
  return person;
}

function whoHasTheTurn(schedule: ModelSchedule, ms: number): string | null {
  const todayMs = Math.floor(toWallMs(schedule.zone, ms) / dayMs) * dayMs;
  let dutyDayMs = todayMs + dayMs;
  while (handOverMs(schedule, dutyDayMs) > ms) dutyDayMs -= dayMs;
  const days = Math.round((dutyDayMs - Date.parse(schedule.startOn)) / dayMs);
  const weekday = new Date(dutyDayMs).getUTCDay() || 7;
  if (days < 0 || !schedule.weekdays.includes(weekday)) return null;
  return schedule.members[Math.floor(days / schedule.turnDays) % schedule.members.length] ?? null;
}

/** The same numbers in every run: a failure can be repeated. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}
