import { buildApp } from '../app.js';
import type { Config } from '../config.js';
import { prepareReadingDays } from '../features/ingest/reading-days.service.js';
import { foldPastVitals } from '../features/ingest/vitals-fold.service.js';
import { startWork } from '../features.js';
import { contextOf, type Platform, system } from '../platform/context.js';
import { closePlatform, openPlatform } from '../platform/platform.js';
import { ensureAdmin, prepareDatabase } from '../setup.js';
import { caregivers, type DemoWearer, demoAdmin, type PastFall, pastFalls, wearers } from './story.js';
import { moveServiceTime } from './story-time.store.js';

/**
 * Fills a database with the people of the story and their weeks, through the API itself: the app is built on a clock
 * that is turned back and then moved on from day to day. So everything is as it would be had it happened.
 */
export interface DemoPerson {
  readonly role: 'ADMIN' | 'CAREGIVER' | 'PATIENT';
  readonly name: string;
  readonly email: string;
  /** Of a wearer. */
  readonly device?: { readonly macAddress: string; readonly site: 'waist' | 'wrist' };
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
const historyDays = 26;
const betweenReadingsMs = 20 * minuteMs;

/** Time that is set, not kept. */
class StoryClock {
  #ms = 0;
  nowMs(): number {
    return this.#ms;
  }
  set(ms: number): void {
    // Never back: what comes later must look later.
    this.#ms = Math.max(this.#ms + 1, ms);
  }
  pass(seconds: number): void {
    this.#ms += seconds * 1_000;
  }
}

export async function seedDemo(settings: Config, password: string): Promise<DemoPerson[]> {
  if (settings.nodeEnv === 'production') throw new Error('Demo people have no place in production.');
  const unlimited = { limitGlobal: null, limitSignup: null, limitLogin: null, limitSensor: null };
  // One session for the whole story.
  const config = {
    ...settings,
    ...unlimited,
    redisUrl: null,
    natsUrl: null,
    sessionDurationMs: 2 * historyDays * dayMs,
  };
  const clock = new StoryClock();
  const endMs = Date.now();
  clock.set(endMs - historyDays * dayMs);
  const platform = await openPlatform(config, { clock });
  try {
    await prepareDatabase(platform);
    const { isNew } = await ensureAdmin(platform, demoAdmin.email, password);
    if (!isNew)
      throw new Error(`There is an account ${demoAdmin.email} already: the demo wants a database of its own.`);
    await new Story(platform, clock, password).tell(endMs);
  } finally {
    await closePlatform(platform);
  }
  return castOf();
}

function castOf(): DemoPerson[] {
  const named = (one: { firstName: string; lastName: string; email: string }) => {
    return { name: `${one.firstName} ${one.lastName}`, email: one.email };
  };
  return [
    { role: 'ADMIN', name: 'First Admin', email: demoAdmin.email },
    ...caregivers.map((one) => ({ role: 'CAREGIVER' as const, ...named(one) })),
    ...wearers.map((one) => {
      return { role: 'PATIENT' as const, ...named(one), device: { macAddress: one.macAddress, site: one.site } };
    }),
  ];
}

interface Account {
  readonly id: string;
  readonly token: string;
}

type Call = (token: string | null, method: 'GET' | 'POST', path: string, body?: object) => Promise<Answered>;

interface Answered {
  // biome-ignore lint/suspicious/noExplicitAny: the body of any answer of the API.
  readonly data: any;
  readonly token?: string;
}

class Story {
  readonly #platform: Platform;
  readonly #clock: StoryClock;
  readonly #password: string;
  readonly #accounts = new Map<string, Account>();
  readonly #uptimes = new Map<string, number>();
  /** In which there were readings. */
  readonly #minutes = new Set<number>();
  #call: Call = () => Promise.reject(new Error('The story has not begun'));

  constructor(platform: Platform, clock: StoryClock, password: string) {
    this.#platform = platform;
    this.#clock = clock;
    this.#password = password;
  }

  async tell(endMs: number): Promise<void> {
    const { app } = await buildApp(this.#platform);
    this.#call = async (token, method, path, body) => {
      const headers = token === null ? {} : { authorization: `Bearer ${token}` };
      const answer = await app.inject({ method, url: `/api${path}`, headers, ...(body ? { payload: body } : {}) });
      if (answer.statusCode >= 300) throw new Error(`${method} ${path} answered ${answer.body}`);
      return answer.json();
    };
    await this.#meet();
    for (let daysAgo = historyDays - 1; daysAgo > 0; daysAgo -= 1) await this.#day(endMs, daysAgo);
    await this.#end(endMs);
    await app.close();
    // As a process that stops: what it holds in memory of the devices is written, or the next one thinks them silent.
    await startWork(this.#platform)();
  }

  /** Everybody gets an account, and every wearer somebody who looks after them. */
  async #meet(): Promise<void> {
    const credentials = { email: demoAdmin.email, password: this.#password };
    const admin = await this.#call(null, 'POST', '/auth/login', credentials);
    this.#accounts.set(demoAdmin.email, { id: admin.data.id, token: String(admin.token) });
    for (const one of caregivers) await this.#invite(demoAdmin.email, '/caregivers', one.email, one);
    for (const { firstName, lastName, email, dateOfBirth, ...one } of wearers) {
      const [first = '', ...others] = one.caregivers;
      const contact = { emergencyContact: '+49 30 7654321', relationship: 'Nurse' };
      await this.#invite(first, '/patients', email, { firstName, lastName, dateOfBirth, ...contact });
      for (const other of others) {
        const assignment = { patientId: this.#of(email).id, relationship: 'Nurse' };
        await this.#post(demoAdmin.email, `/caregivers/${this.#of(other).id}/patients`, assignment);
      }
    }
  }

  async #invite(by: string, path: string, email: string, person: object): Promise<void> {
    const { data } = await this.#post(by, path, { email, ...person });
    const acceptance = { token: data.invitation.token, password: this.#password };
    const { token } = await this.#call(null, 'POST', '/auth/invitations/accept', acceptance);
    this.#accounts.set(email, { id: data.id, token: String(token) });
  }

  async #day(endMs: number, daysAgo: number): Promise<void> {
    const midnightMs = Math.floor((endMs - daysAgo * dayMs) / dayMs) * dayMs;
    this.#clock.set(midnightMs);
    // It makes the days of a week ahead.
    if (daysAgo % 7 === 0) await prepareReadingDays(contextOf(this.#platform, system));
    for (const one of pastFalls.filter((fall) => fall.daysAgo === daysAgo && fall.hour < 9))
      await this.#fall(one, midnightMs);
    this.#clock.set(midnightMs + 9 * 3_600_000);
    await Promise.all(wearers.map((wearer) => this.#send(wearer, atRest, daysAgo)));
    for (const one of pastFalls.filter((fall) => fall.daysAgo === daysAgo && fall.hour >= 9))
      await this.#fall(one, midnightMs);
  }

  async #fall(past: PastFall, midnightMs: number): Promise<void> {
    this.#clock.set(midnightMs + past.hour * 3_600_000);
    await moveServiceTime(this.#platform.db, this.#clock.nowMs());
    const wearer = wearers.find(({ email }) => email === past.wearer) as DemoWearer;
    if (past.kind === 'reported') await this.#post(past.wearer, '/falls', { confidence: 0.75, location: 'Bathroom' });
    else
      for (const second of [
        atRest,
        atRest,
        atRest,
        atRest,
        landings[past.kind][wearer.site],
        ...Array(6).fill(lying),
      ]) {
        await this.#send(wearer, second);
        this.#clock.pass(1);
      }
    this.#clock.pass(past.answeredAfterSeconds);
    await moveServiceTime(this.#platform.db, this.#clock.nowMs());
    await this.#answer(past, wearer);
    await moveServiceTime(this.#platform.db, null);
  }

  /** Whoever is woken answers; then people write to each other, and the first to come says how it ended. */
  async #answer({ wearer: email, outcome, messages }: PastFall, { caregivers: by }: DemoWearer): Promise<void> {
    for (const caregiver of by) await this.#acknowledge(caregiver, '/caregivers/alerts');
    await this.#acknowledge(demoAdmin.email, '/admin/alerts');
    const [first = ''] = by;
    for (const [from, content] of messages) {
      this.#clock.pass(40);
      const [sender, recipient] = from === 'caregiver' ? [first, email] : [email, first];
      const { data } = await this.#post(sender, '/messages', { recipientId: this.#of(recipient).id, content });
      this.#clock.pass(60);
      await this.#post(recipient, `/messages/${data.id}/read`);
    }
    const { data } = await this.#call(this.#of(email).token, 'GET', '/falls?limit=1');
    await this.#post(first, `/falls/${data[0].id}/resolve`, { outcome });
  }

  async #acknowledge(email: string, path: string): Promise<void> {
    const { data } = await this.#call(this.#of(email).token, 'GET', path);
    for (const alert of data) await this.#post(email, `${path}/${alert.id}/acknowledge`);
  }

  async #send(wearer: DemoWearer, motion: object, day = 0): Promise<void> {
    const uptime = (this.#uptimes.get(wearer.email) ?? 0) + 1_000;
    this.#uptimes.set(wearer.email, uptime);
    this.#minutes.add(Math.floor(this.#clock.nowMs() / minuteMs) * minuteMs);
    const device = { device_id: wearer.macAddress, body_site: wearer.site, uptime_ms: uptime };
    const state = { sampling: 'peak', battery_level: 40 + ((day * 7) % 60), sensors_initialized: true };
    const vitals = { heart_rate: wearer.restingHeartRate + (day % 5), spo2: 96 + (day % 3) };
    await this.#post(wearer.email, '/device/sensor-stream', { ...device, ...state, ...vitals, ...motion });
  }

  /** A day and a night with a reading now and then: enough to be drawn. */
  async #lastDay(endMs: number): Promise<void> {
    for (let atMs = endMs - dayMs; atMs < endMs; atMs += betweenReadingsMs) {
      if (atMs <= this.#clock.nowMs()) continue;
      this.#clock.set(atMs);
      await Promise.all(wearers.map((wearer) => this.#send(wearer, atRest, new Date(atMs).getUTCHours())));
    }
  }

  /** The scores as of now; and nobody's session stays open. */
  async #end(endMs: number): Promise<void> {
    await this.#lastDay(endMs);
    this.#clock.set(endMs);
    const ctx = contextOf(this.#platform, system);
    await prepareReadingDays(ctx);
    await foldPastVitals(
      ctx,
      [...this.#minutes].map((ms) => new Date(ms).toISOString()),
    );
    await this.#post(demoAdmin.email, '/admin/maintenance', { task: 'recalculate_health_scores' });
    for (const { token } of this.#accounts.values()) await this.#call(token, 'POST', '/auth/logout');
  }

  #of(email: string): Account {
    const account = this.#accounts.get(email);
    if (!account) throw new Error(`Nobody has the address ${email}`);
    return account;
  }

  #post(by: string, path: string, body: object = {}): Promise<Answered> {
    return this.#call(this.#of(by).token, 'POST', path, body);
  }
}

/** The largest sample of a second, m/s² and °/s: upright, landing, lying. */
const still = { gyro_x: 2, gyro_y: -1, gyro_z: 1 };
const atRest = { accel_x: 0.4, accel_y: 0.3, accel_z: 9.8, ...still };
const lying = { accel_x: 9.6, accel_y: 1.4, accel_z: 0.9, ...still };
const hard = { accel_x: 30, accel_y: 18, accel_z: 38, gyro_x: 310, gyro_y: 160, gyro_z: 90 };
const landings = {
  soft: {
    waist: { accel_x: 12.5, accel_y: 7, accel_z: 17, gyro_x: 140, gyro_y: 80, gyro_z: 40 },
    wrist: { accel_x: 20, accel_y: 13, accel_z: 30, gyro_x: 270, gyro_y: 130, gyro_z: 70 },
  },
  hard: { waist: hard, wrist: hard },
};
