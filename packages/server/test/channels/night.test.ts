import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { loadConfig } from '../../src/config.js';
import { readTimeline } from '../../src/features/alerts/timeline.service.js';
import { confirmReceipt, giveAnswer } from '../../src/features/answers/answers.service.js';
import type { Medium } from '../../src/features/contacts/medium.js';
import { createContactChannel } from '../../src/features/contacts/sending.service.js';
import { createEngine } from '../../src/features/escalation/engine.worker.js';
import { reportFall } from '../../src/features/falls/recording.service.js';
import { resolveFall } from '../../src/features/falls/wearer-response.service.js';
import { type Context, createContext, type Platform, system } from '../../src/platform/context.js';
import { closePlatform, openPlatform } from '../../src/platform/platform.js';
import { createProcessState } from '../../src/process-state.js';
import { prepareDatabase } from '../../src/setup.js';
import { say } from '../faults/say.js';
import { moveTo, nextDueMs, serviceNowMs } from '../processes/simulated-time.js';
import { createDatabase } from '../servers.js';
import { secret } from '../session-token.js';
import { People, type SignedIn } from './people.js';

/**
 * A night of eight hours, in which the database's time is moved to whatever happens next. Wearers fall, caregivers
 * sleep, answer or cannot come, and the provider of text messages is down for an hour.
 */
const [wearerCount, caregiverCount, alertCount] = [200, 40, 40];
const [secondMs, minuteMs, hourMs] = [1_000, 60_000, 3_600_000];
const nightMs = 8 * hourMs;
const outage = { fromMs: 3 * hourMs, untilMs: 4 * hourMs };
const isDown = (atMs: number): boolean => atMs >= outage.fromMs && atMs < outage.untilMs;

type Kind = 'push' | 'sms' | 'email' | 'voice';
/** What each caregiver has set up, in turn. Calls are for those who have not answered. */
const equipment: readonly (readonly { readonly kind: Kind; readonly fromStep: number }[])[] = [
  [{ kind: 'push', fromStep: 1 }],
  [{ kind: 'sms', fromStep: 1 }],
  [
    { kind: 'sms', fromStep: 1 },
    { kind: 'voice', fromStep: 2 },
  ],
  [
    { kind: 'push', fromStep: 1 },
    { kind: 'email', fromStep: 1 },
  ],
];

/** The same numbers in every run: a failure can be repeated. */
let seed = 17;
const random = (): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};

let platform: Platform;
let people: People;
let startMs: number;
/** The simulated time since the beginning of the night. */
let nowMs = 0;
/** What happens later, in any order. */
const coming: { readonly atMs: number; readonly run: () => Promise<void> }[] = [];
const after = (delayMs: number, run: () => Promise<void>): unknown => coming.push({ atMs: nowMs + delayMs, run });

beforeAll(async () => {
  const databaseUrl = await createDatabase(inject('namespace'), 'night_channels');
  const media = (['push', 'sms', 'email', 'voice'] as const).map(createMedium);
  platform = await openPlatform(
    loadConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATABASE_URL: databaseUrl, JWT_SECRET: secret }),
    (platform) => ({ ...createProcessState(platform), media, channels: media.map(createContactChannel) }),
  );
  await prepareDatabase(platform);
  await sql`insert into time_shift values (interval '0')`.execute(platform.db);
  people = await People.connect(databaseUrl);
});
afterAll(async () => {
  await people?.close();
  await closePlatform(platform);
});

/** How often each person was notified of each alert: some wake up only after the third time. */
const notified = new Map<string, number>();

function createMedium(kind: Kind): Medium {
  return {
    kind,
    parseAddress: ({ address }) => ({ address, secrets: {} }),
    send: async (ctx, { userId }, { answer, incidentId }) => {
      if (kind === 'sms' && isDown(nowMs)) return { status: 'failed', reason: 'The provider is down' };
      const token = answer?.token;
      if (!token) return { status: 'accepted' };
      const key = `${userId} ${incidentId}`;
      const count = (notified.get(key) ?? 0) + 1;
      notified.set(key, count);
      // The receipt: shown on the lock screen, a delivery report, a call that was picked up. Mail has none.
      if (kind !== 'email') after(2 * secondMs, () => ignoreRefusal(confirmReceipt(ctx, token)));
      react(ctx, token, count);
      return { status: 'accepted' };
    },
  };
}

/** The alert may have been closed in the meantime. */
async function ignoreRefusal(promise: Promise<unknown>): Promise<void> {
  await promise.catch((error: { status?: number }) => {
    if (error.status === undefined) throw error;
  });
}

/** Of ten people three answer, one cannot come, and six sleep on; the third message wakes most of them. */
function react(ctx: Context, token: string, count: number): void {
  const chance = random();
  const delayMs = (10 + 110 * random()) * secondMs;
  const answer = chance < (count < 3 ? 0.3 : 0.6) ? 'ON_IT' : chance > 0.9 ? 'CANNOT' : undefined;
  if (answer) after(delayMs, () => ignoreRefusal(giveAnswer(ctx, { token, answer })));
}

interface Fall {
  readonly id: string;
  readonly atMs: number;
}

/** After an answer somebody goes there; most then record how it ended. The others are reminded. */
async function followUp({ id }: Fall): Promise<void> {
  const [row] = await people.query<{ by: string }>(
    'select acknowledged_by as by from escalations where fall_id = $1 and closed_at is null',
    [id],
  );
  if (row?.by && random() < 0.7)
    await resolveFall(createContext(platform, { id: row.by, role: 'CAREGIVER', sessionId: null }), id, {
      outcome: 'HELPED',
    });
  else after(20 * minuteMs, () => followUp({ id, atMs: 0 }));
}

async function addPeople(): Promise<SignedIn[]> {
  await people.add('ADMIN');
  const caregivers: SignedIn[] = [];
  for (let index = 0; index < caregiverCount; index += 1) {
    const caregiver = await people.add('CAREGIVER');
    for (const contact of equipment[index % equipment.length] ?? [])
      await people.addContact(caregiver, { ...contact, address: `${contact.kind}-${index}` });
    caregivers.push(caregiver);
  }
  const wearers: SignedIn[] = [];
  for (let index = 0; index < wearerCount; index += 1) {
    const wearer = await people.add('PATIENT');
    // Two each, with different equipment, except for every tenth: a text message is their only way.
    const others = index % 10 === 9 ? [1] : [index % caregiverCount, (index + 1) % caregiverCount];
    for (const at of others) await people.assign(caregivers[at] as SignedIn, wearer);
    wearers.push(wearer);
  }
  return wearers;
}

/** The falls of the night; a quarter of them while the provider is down. */
function planFalls(wearers: readonly SignedIn[]): Fall[] {
  const falls: Fall[] = [];
  for (let index = 0; index < alertCount; index += 1) {
    const wearer = wearers[index * 5 + (index % 5)] as SignedIn;
    const atMs = index % 4 === 0 ? outage.fromMs + random() * hourMs : random() * (nightMs - minuteMs);
    const actor = { id: wearer.id, role: 'PATIENT', sessionId: null } as const;
    after(atMs, async () => {
      const { id } = await reportFall(createContext(platform, actor), { confidence: 0.8 });
      falls.push({ id, atMs: nowMs });
      after(20 * minuteMs, () => followUp({ id, atMs }));
    });
  }
  return falls;
}

/** Moves the time from one event to the next. */
async function runNight(ctx: Context): Promise<void> {
  const engine = createEngine();
  while (nowMs < nightMs) {
    coming.sort((a, b) => a.atMs - b.atMs);
    const dueMs = (await nextDueMs(platform)) - startMs;
    const nextMs = Math.min(coming[0]?.atMs ?? nightMs, Number.isNaN(dueMs) ? nightMs : dueMs + 100);
    await moveTo(platform, startMs + Math.min(nextMs, nightMs));
    nowMs = (await serviceNowMs(platform)) - startMs;
    while (coming[0] && coming[0].atMs <= nowMs) await coming.shift()?.run();
    await engine.escalate(ctx);
    await engine.deliver(ctx);
    await engine.idle();
  }
}

interface Ending {
  readonly fall_id: string;
  readonly state: 'answered' | 'escalating' | 'forgotten';
}

/** Forgotten: open, taken by nobody, and nothing is due. */
const readEndings = (): Promise<Ending[]> =>
  people.query<Ending>(`
    select fall_id, case
      when last_handled_at is not null or acknowledged_at is not null or closed_at is not null then 'answered'
      when due_at between service_now() - interval '1 minute' and service_now() + interval '16 minutes' then 'escalating'
      else 'forgotten' end as state
    from escalations where fall_id is not null`);

test(`a night with ${wearerCount} wearers and ${alertCount} alerts, text messages down for an hour`, async () => {
  const wearers = await addPeople();
  startMs = await serviceNowMs(platform);
  const falls = planFalls(wearers);
  const ctx = createContext({ ...platform, db: platform.alertsDb }, system);
  await runNight(ctx);

  expect(falls).toHaveLength(alertCount);
  const endings = await readEndings();
  const count = (state: Ending['state']): number => endings.filter((one) => one.state === state).length;
  const duringOutage = falls.filter(({ atMs }) => isDown(atMs));
  let [deliveries, failed, viaOthers] = [0, 0, 0];
  for (const fall of falls) {
    const timeline = await readTimeline(ctx, fall.id);
    deliveries += timeline.deliveries.length;
    failed += timeline.deliveries.filter(({ status, channel }) => status === 'failed' && channel === 'sms').length;
    expect(timeline.deliveries.length).toBeGreaterThan(0);
    for (const { status, reason } of timeline.deliveries)
      if (status === 'failed' || status === 'unreachable') expect(reason).toEqual(expect.any(String));
    const isAnswered = endings.find(({ fall_id }) => fall_id === fall.id)?.state === 'answered';
    expect(timeline.answers.some(({ answer }) => answer === 'ON_IT')).toBe(isAnswered);
    if (isDown(fall.atMs) && timeline.deliveries.some(({ channel, status }) => channel !== 'sms' && status === 'sent'))
      viaOthers += 1;
  }
  say(
    'a simulated night, text messages down for an hour',
    `${wearerCount} wearers, ${alertCount} alerts: ${count('answered')} answered, ${count('escalating')} still escalating, ${count('forgotten')} forgotten; ${deliveries} deliveries in their timelines; ${duringOutage.length} alerts during the outage, ${failed} text messages failed, ${viaOthers} alerts reached somebody over another channel`,
  );
  expect(endings).toHaveLength(alertCount);
  expect(count('forgotten')).toBe(0);
  expect(duringOutage.length).toBeGreaterThanOrEqual(10);
  expect(failed).toBeGreaterThan(0);
  // Nobody could be reached about some of them: the admins know.
  const unreached = await people.query("select 1 from alerts where type = 'NOBODY_REACHED'");
  expect(unreached.length).toBeGreaterThan(0);
});
