/** Correct wearables: one reading a second, kept until it is answered, repeated unchanged. */
import { Agent, request } from 'node:http';
import type { Entry, Journal } from './journal.js';
import { type Answer, type Link, longestPatienceMs, toBody } from './link.js';
import { MqttLink } from './mqtt-link.js';
import { pause } from './part.js';
import type { Wearer } from './wearers.js';

/** Pause between attempts without an answer. */
export const retryMs = 300;

export interface Load {
  /** The ports that accept requests now. While there are none, devices wait. */
  readonly ports: () => readonly number[];
  /** The MQTT port of each process, by its HTTP port. With it, every second device sends over MQTT. */
  readonly mqttPorts?: ReadonlyMap<number, number>;
  /** Milliseconds between a device's readings. */
  readonly everyMs: number;
  /** The most by which a pause is extended. Without it a round-robin proxy can send a device to one process only. */
  readonly jitterMs?: number;
  /** Whether the device's n-th reading is an impact. */
  readonly isImpact: (device: number, reading: number) => boolean;
  readonly isOver: () => boolean;
  /** While true, devices hold back their next readings. */
  readonly isPaused?: () => boolean;
  /** Devices change the address only when there is no answer; else after each answer that is not final. */
  readonly keepsAddress?: boolean;
  /** How long a device waits for an answer before it tries the next process; a minute if left out. */
  readonly patienceMs?: number;
  /** If true, unanswered readings are left as they are when the load ends, instead of being repeated until answered. */
  readonly leavesUnknown?: boolean;
}

/** Ends when the load is over and each reading is answered. */
export async function wear(wearers: readonly Wearer[], journal: Journal, load: Load): Promise<void> {
  const wearAndClose = async (wearer: Wearer, index: number): Promise<void> => {
    const link = createLink(wearer, index, journal, load);
    await wearOne(wearer, index, journal, load, link).finally(() => link.close());
  };
  await Promise.all(wearers.map(wearAndClose));
}

/** Of four devices two send over HTTP, one over MQTT 3.1.1 and one over MQTT 5. */
function createLink(wearer: Wearer, index: number, journal: Journal, load: Load): Link {
  const { mqttPorts, patienceMs } = load;
  if (mqttPorts && index % 2 === 1)
    return new MqttLink(wearer, index % 4 === 1 ? 4 : 5, journal, mqttPorts, patienceMs);
  const path = '/api/device/sensor-stream';
  // A connection of its own for each device.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    send: (entry, port) => postJson({ path, token: wearer.token, port, agent, patienceMs }, toBody(entry)),
    close: () => agent.destroy(),
  };
}

async function wearOne(wearer: Wearer, index: number, journal: Journal, load: Load, link: Link): Promise<void> {
  const { everyMs, jitterMs = 0, isImpact, isOver } = load;
  // Devices do not start at the same moment.
  await pause(Math.random() * everyMs);
  let port = index;
  let sentAt = 0;
  for (let reading = 0; !isOver(); reading++) {
    while (load.isPaused?.()) await pause(50);
    const entry: Entry = {
      mac: wearer.mac,
      uptimeMs: 1_000 * (reading + 1),
      isImpact: isImpact(index, reading),
      outcome: 'unknown',
      attempts: [],
      sentAtMs: Date.now(),
    };
    journal.entries.push(entry);
    while (entry.outcome === 'unknown' && !(load.leavesUnknown && isOver())) {
      while (load.ports().length === 0) await pause(50);
      sentAt = Date.now();
      const again = await attempt(link, entry, journal, choosePort(load, port));
      if (!again) continue;
      // No answer, or not a final one: the next attempt goes to another process.
      if (!again.isAnswered || !load.keepsAddress) port += 1;
      await pause(again.waitMs);
    }
    await pause(Math.max(0, sentAt + everyMs + Math.random() * jitterMs - Date.now()));
  }
}

function choosePort({ ports }: Load, turn: number): number {
  const open = ports();
  return open[turn % open.length] as number;
}

interface Again {
  readonly waitMs: number;
  readonly isAnswered: boolean;
}

/** Returns undefined when the reading has its final answer, else the wait before the next attempt. */
async function attempt(link: Link, entry: Entry, journal: Journal, port: number): Promise<Again | undefined> {
  const sentAt = performance.now();
  try {
    const { status, retryAfter, body } = await link.send(entry, port);
    journal.noteAnswer(entry, status, performance.now() - sentAt);
    if (status === 200) {
      journal.accept(entry, JSON.parse(body).data.fallEventId);
      return undefined;
    }
    const waitMs = noteRefusal(journal, { status, retryAfter, body });
    if (waitMs !== undefined) return { waitMs, isAnswered: true };
    journal.refuse(entry);
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    journal.noteBroken(entry, code ?? message, performance.now() - sentAt);
    return { waitMs: retryMs, isAnswered: false };
  }
}

/** The time to wait before the request may be repeated; undefined if its refusal is final. */
export function noteRefusal(journal: Journal, { status, retryAfter, body }: Answer): number | undefined {
  if ((status >= 500 && status !== 503) || (status === 503 && retryAfter === undefined))
    journal.faults.push(`${status} ${body}`);
  return status === 429 || status >= 500 ? 1_000 * Number(retryAfter ?? 1) : undefined;
}

interface Target {
  readonly path: string;
  readonly token: string;
  readonly port: number;
  readonly agent: Agent;
  readonly patienceMs?: number | undefined;
}

export function postJson({ token, patienceMs = longestPatienceMs, ...target }: Target, json: object): Promise<Answer> {
  const sent = JSON.stringify(json);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const options = { host: '127.0.0.1', method: 'POST', ...target };
  return new Promise((resolve, reject) => {
    const asked = request({ ...options, headers: { ...headers, 'content-length': sent.length } }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.once('error', reject);
      response.once('end', () => {
        const retryAfter = response.headers['retry-after'];
        resolve({ status: response.statusCode ?? 0, retryAfter, body });
      });
    });
    asked.setTimeout(patienceMs, () => asked.destroy(new Error(`no answer in ${patienceMs / 1_000} s`)));
    asked.once('error', reject);
    asked.end(sent);
  });
}
