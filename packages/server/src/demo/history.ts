import { buildApp } from '../app.js';
import { prepareReadingDays } from '../features/recorder/reading-days.service.js';
import { rollUpPastVitals } from '../features/recorder/vitals-roll-up.service.js';
import { startWork } from '../features.js';
import { createContext, type Platform, system } from '../platform/context.js';
import type { HistoryClock } from './history-clock.js';
import { atRest, landings, lying } from './motions.js';
import { moveServiceTime } from './service-time.store.js';
import { caregivers, type DemoWearer, demoAdmin, type PastFall, pastFalls, wearers } from './story.js';

const minuteMs = 60_000;
const dayMs = 86_400_000;
export const historyDays = 26;
const betweenReadingsMs = 5 * minuteMs;
/** The most that one request takes. */
const readingsPerUpload = 120;

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

/** Creates the people of the story and their past through the API, day by day. */
export class History {
  readonly #platform: Platform;
  readonly #clock: HistoryClock;
  readonly #password: string;
  readonly #accounts = new Map<string, Account>();
  readonly #uptimes = new Map<string, number>();
  /** Minutes that have readings. */
  readonly #minutes = new Set<number>();
  #call: Call = () => Promise.reject(new Error('The history has not begun'));

  constructor(platform: Platform, clock: HistoryClock, password: string) {
    this.#platform = platform;
    this.#clock = clock;
    this.#password = password;
  }

  async create(endMs: number): Promise<void> {
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
    // As when a process stops: write device updates held in memory. Otherwise the next process takes the devices for
    // silent.
    await startWork(this.#platform)();
  }

  /** Creates all accounts and assigns caregivers to every wearer. */
  async #meet(): Promise<void> {
    const credentials = { email: demoAdmin.email, password: this.#password };
    const admin = await this.#call(null, 'POST', '/auth/login', credentials);
    this.#accounts.set(demoAdmin.email, { id: admin.data.id, token: String(admin.token) });
    for (const one of caregivers) await this.#invite(demoAdmin.email, '/caregivers', one.email, one);
    for (const { firstName, lastName, email, dateOfBirth, details, ...one } of wearers) {
      const [first = '', ...others] = one.caregivers;
      const contact = { emergencyContact: '+49 30 7654321', relationship: 'Nurse' };
      await this.#invite(first, '/patients', email, { firstName, lastName, dateOfBirth, ...details, ...contact });
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
    // Creates the partitions of the next week.
    if (daysAgo % 7 === 0) await prepareReadingDays(createContext(this.#platform, system));
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

  /** Caregivers and admins acknowledge; then people exchange messages, and the first responder records the outcome. */
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

  /** A day and a night without gaps in the charts, uploaded as by devices that send seldom. */
  async #lastDay(endMs: number): Promise<void> {
    const startMs = endMs - dayMs;
    const times = Array.from({ length: dayMs / betweenReadingsMs }, (_, index) => startMs + index * betweenReadingsMs);
    for (const atMs of times) this.#minutes.add(Math.floor(atMs / minuteMs) * minuteMs);
    for (let first = 0; first < times.length; first += readingsPerUpload) {
      const sent = times.slice(first, first + readingsPerUpload);
      // At the time of the newest reading: what is older than a minute has to wait for others.
      this.#clock.set(sent.at(-1) as number);
      await Promise.all(
        wearers.map(({ email, macAddress, site, restingHeartRate }, index) => {
          const readings = sent.map((atMs) => ({
            ...{ device_id: macAddress, body_site: site, boot_id: 1, uptime_ms: atMs - startMs },
            ...{ age_ms: this.#clock.nowMs() - atMs, sampling: 'peak', sensors_initialized: true, ...atRest },
            ...{ heart_rate: restingHeartRate + wave(atMs, index), spo2: 97 + Math.sign(wave(atMs, index + 1)) },
          }));
          return this.#post(email, '/device/readings', { readings });
        }),
      );
    }
  }

  /** Rolls up vitals, computes the scores as of now, and ends all sessions. */
  async #end(endMs: number): Promise<void> {
    await this.#lastDay(endMs);
    this.#clock.set(endMs);
    const ctx = createContext(this.#platform, system);
    await prepareReadingDays(ctx);
    await rollUpPastVitals(
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

/** A slow wave and a quick one: a heart rate that looks like one. */
function wave(atMs: number, phase: number): number {
  return Math.round(5 * Math.sin(atMs / 2_800_000 + phase) + 2 * Math.sin(atMs / 700_000 + 3 * phase));
}
