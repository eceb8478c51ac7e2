import { sql } from 'kysely';
import { raise } from '../src/features/escalation/escalation.service.js';
import { createFallPlan } from '../src/features/plans/plans.rules.js';
import { type Context, createContext, system } from '../src/platform/context.js';
import { createRandom, type ModelSchedule, offsetMs, whoIsOnDuty } from './duty-model.js';
import { freshEngine, pass, type TestEngine } from './engine.js';
import { testServer } from './harness.js';
import { admin, assign, caregiver, type Person, patient } from './people.js';
import { createSchedule, deleteSchedule, substitute } from './schedules.js';

/** Nights with an alert that crosses hand-overs, compared with an independent model of who must be notified. */
export interface Ward {
  readonly wearer: Person;
  readonly assigned: readonly Person[];
  readonly others: readonly Person[];
  /** Everybody who is notified as an admin. */
  readonly adminIds: readonly string[];
}

export async function createWard(): Promise<Ward> {
  const wearer = await patient();
  const assigned = await Promise.all([caregiver(), caregiver()]);
  for (const one of assigned) await assign(one, wearer);
  const others = await Promise.all([caregiver(), caregiver(), caregiver(), admin()]);
  const { platform } = await testServer();
  const admins = await platform.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'active')
    .execute();
  return { wearer, assigned, others, adminIds: admins.map(({ id }) => id) };
}

const zones = ['Europe/Berlin', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns', 'Africa/Casablanca'];
const minuteMs = 60_000;
const nightSeconds = 300;

export interface NightResult {
  readonly steps: number;
  readonly crossings: number;
  readonly uncovered: number;
  readonly unreached: number;
  /** What differs from the model; empty if nothing. */
  readonly problems: readonly string[];
}

interface Night {
  readonly schedule: ModelSchedule;
  readonly scheduleId: string;
  readonly steps: readonly { readonly afterMs: number; readonly to: readonly string[] }[];
  /** Those whom no channel reaches. */
  readonly deafIds: ReadonlySet<string>;
}

async function serviceNowMs(ctx: Context): Promise<number> {
  const { rows } = await sql<{ now: string }>`select service_now() as now`.execute(ctx.db);
  return Date.parse((rows[0] as { now: string }).now);
}

async function planNight(ctx: Context, ward: Ward, random: (below: number) => number): Promise<Night> {
  const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;
  const nowMs = await serviceNowMs(ctx);
  const zone = pick(zones);
  // The hand-over falls into the first minutes of the alert.
  const atMs = nowMs + random(5) * minuteMs;
  const wall = new Date(atMs + offsetMs(zone, atMs)).toISOString();
  const everybody = [...ward.assigned, ...ward.others];
  const members = Array.from({ length: 1 + random(4) }, () => pick(everybody));
  const weekdays = random(4) === 0 ? [1, 2, 3, 4, 5, 6, 7].filter(() => random(3) > 0) : [1, 2, 3, 4, 5, 6, 7];
  const fields = {
    zone,
    handOver: wall.slice(11, 16),
    startOn: new Date(atMs - (20 + random(40)) * 86_400_000).toISOString().slice(0, 10),
    turnDays: 1 + random(3),
    weekdays: weekdays.length > 0 ? weekdays : [1],
  };
  const scheduleId = await createSchedule(members, fields);
  const substitutions = [];
  for (let left = random(3); left > 0; left -= 1) {
    const fromMs = nowMs + (random(8) - 4) * minuteMs;
    const one = {
      from: new Date(fromMs).toISOString(),
      until: new Date(fromMs + (1 + random(6)) * minuteMs).toISOString(),
      replaces: random(2) ? pick(members).id : null,
      user: random(3) ? pick(everybody).id : null,
    };
    await substitute(scheduleId, one);
    substitutions.push(one);
  }
  const to = `SCHEDULE:${scheduleId}`;
  const steps = [
    { afterMs: 0, to: [to] },
    { afterMs: minuteMs, to: random(2) ? [to] : [to, (ward.assigned[0] as Person).id] },
    { afterMs: 3 * minuteMs, to: random(2) ? ['CAREGIVERS', 'ADMINS'] : [to, 'ADMINS'] },
  ];
  const deafIds = new Set(everybody.filter(() => random(4) === 0).map(({ id }) => id));
  const schedule = { ...fields, members: members.map(({ id }) => id), substitutions };
  return { schedule, scheduleId, steps, deafIds };
}

export async function simulateNight(ward: Ward, seed: number): Promise<NightResult> {
  const random = createRandom(seed * 7_919);
  const { platform } = await testServer();
  const ctx = createContext(platform, system);
  const engine = await freshEngine();
  const night = await planNight(ctx, ward, random);
  engine.channel.answer = ({ recipientId }) =>
    night.deafIds.has(recipientId) ? { status: 'unreachable', reason: 'no signal' } : { status: 'sent' };
  const { escalationId } = await raise(ctx, {
    patientId: ward.wearer.id,
    fallId: null,
    type: 'FALL_DETECTED',
    severity: 'HIGH',
    message: 'A fall',
    plan: createFallPlan({ steps: night.steps, repeatEveryMs: 2 * minuteMs, resolveWithinMs: 0 }, false),
  });
  // Longer than the third step, which is due after 180 s.
  for (let seconds = 0; seconds < nightSeconds; ) {
    await engine.run();
    const passed = random(3) === 0 ? 4 : 30;
    await pass(passed);
    seconds += passed;
  }
  await engine.run();
  await deleteSchedule(night.scheduleId);
  return compare(ctx, ward, night, escalationId, engine);
}

interface Told {
  readonly step: number;
  readonly at: string;
  readonly ids: readonly string[];
}

async function compare(
  ctx: Context,
  ward: Ward,
  night: Night,
  escalationId: string,
  engine: TestEngine,
): Promise<NightResult> {
  const { rows } = await sql<Told>`
    select step, min(created_at) as at, array_agg(recipient_id order by recipient_id) as ids from deliveries
    where escalation_id = ${escalationId} and channel = 'webhook' group by step order by step`.execute(ctx.db);
  const problems: string[] = [];
  const sent = engine.channel.notices.filter((notice) => notice.escalationId === escalationId);
  let [position, uncovered, unreached] = [0, 0, 0];
  let waits = false;
  const seen = new Set<string | null>();
  for (const { step, at, ids } of rows) {
    const onDuty = whoIsOnDuty(night.schedule, Date.parse(at));
    seen.add(onDuty);
    const expected: Expected = waits
      ? { ids: everybody(ward), isForEverybody: true, dependsOnDuty: true }
      : expectStep(ward, night, position, onDuty);
    if (!waits) position += 1;
    if (waits) unreached += 1;
    else if (expected.isForEverybody) uncovered += 1;
    if (ids.join() !== expected.ids.toSorted().join())
      problems.push(`step ${step} at ${at}: told ${ids}, expected ${expected.ids}`);
    for (const id of ids) {
      const count = sent.filter((notice) => notice.step === step && notice.recipientId === id).length;
      if (count !== 1) problems.push(`step ${step} at ${at}: ${count} notices to ${id}`);
    }
    waits = expected.dependsOnDuty && !expected.isForEverybody && ids.every((id) => night.deafIds.has(id));
  }
  const crossings = seen.size > 1 ? 1 : 0;
  if (rows.length < 3) problems.push(`only ${rows.length} steps`);
  return { steps: rows.length, crossings, uncovered, unreached, problems };
}

function everybody({ assigned, adminIds }: Ward): string[] {
  return [...new Set([...assigned.map(({ id }) => id), ...adminIds])];
}

interface Expected {
  readonly ids: readonly string[];
  readonly isForEverybody: boolean;
  readonly dependsOnDuty: boolean;
}

function expectStep(ward: Ward, night: Night, position: number, onDuty: string | null): Expected {
  const { to } = night.steps[Math.min(position, night.steps.length - 1)] as Night['steps'][number];
  const dependsOnDuty = to.some((one) => one.startsWith('SCHEDULE:'));
  if (dependsOnDuty && onDuty === null) return { ids: everybody(ward), isForEverybody: true, dependsOnDuty };
  const ids = new Set<string>(ward.assigned.filter(({ id }) => to.includes(id)).map(({ id }) => id));
  if (to.includes('CAREGIVERS')) for (const { id } of ward.assigned) ids.add(id);
  if (to.includes('ADMINS')) for (const id of ward.adminIds) ids.add(id);
  if (dependsOnDuty && onDuty !== null) ids.add(onDuty);
  return { ids: [...ids], isForEverybody: false, dependsOnDuty };
}
