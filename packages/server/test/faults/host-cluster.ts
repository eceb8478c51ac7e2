/** What the hosts say about themselves: who is the primary, who leads the stream of NATS, whether all have caught up. */
import { jetstreamManager, type StreamInfo } from '@nats-io/jetstream';
import { connect as connectNats } from '@nats-io/transport-node';
import pg from 'pg';
import type { Host } from './host.js';
import { password } from './host-files.js';
import { pause } from './part.js';

/** The database through HAProxy of a host. */
export const databaseAt = ({ address }: Host, role = 'fallwatch'): string =>
  `postgres://${role}:${password}@${address}:5000/${role}`;

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
  readonly lag?: number | string;
}

async function listMembers({ address }: Host): Promise<readonly Member[]> {
  try {
    const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2_000) });
    return ((await answer.json()) as { members?: Member[] }).members ?? [];
  } catch {
    return [];
  }
}

async function findStream({ address }: Host): Promise<StreamInfo | undefined> {
  try {
    const connection = await connectNats({
      servers: `${address}:4222`,
      user: 'fallwatch',
      pass: password,
      timeout: 1_000,
    });
    try {
      const manager = await jetstreamManager(connection, { checkAPI: false, timeout: 1_000 });
      return await manager.streams.info('fallwatch_records');
    } finally {
      await connection.close();
    }
  } catch {
    return undefined;
  }
}

export async function findPrimary(hosts: readonly Host[]): Promise<Host> {
  const [anyone] = hosts.filter(({ isUp }) => isUp) as [Host];
  const leader = (await listMembers(anyone)).find(({ role }) => role === 'leader');
  return findByName(hosts, leader?.name);
}

export async function findStreamLeader(hosts: readonly Host[]): Promise<Host> {
  const [anyone] = hosts.filter(({ isUp }) => isUp) as [Host];
  return findByName(hosts, (await findStream(anyone))?.cluster?.leader);
}

function findByName(hosts: readonly Host[], name: string | undefined): Host {
  const host = hosts.find((one) => one.name === name);
  if (!host) throw new Error(`no host is named ${name}`);
  return host;
}

/** With three members: a primary, a standby that commits wait for, and all of them at the same place. */
function isComplete(members: readonly Member[]): boolean {
  const roles = members.map(({ role }) => role);
  const isClose = ({ role, lag = 0 }: Member) => role === 'leader' || Number(lag) < 1_000_000;
  return (
    members.length === 3 &&
    roles.includes('leader') &&
    roles.includes('sync_standby') &&
    new Set(members.map(({ timeline }) => timeline)).size === 1 &&
    members.every((member) => ['running', 'streaming'].includes(member.state) && isClose(member))
  );
}

async function isWhole(host: Host): Promise<boolean> {
  const stream = await findStream(host);
  return (
    isComplete(await listMembers(host)) && stream?.cluster?.replicas?.filter(({ current }) => current).length === 2
  );
}

/** As long as a start may take: a host that is copied anew on a busy machine. */
const patienceMs = 180_000;

/** Waits until every host has caught up. Returns how long it took. */
export async function untilWhole(hosts: readonly Host[]): Promise<number> {
  const startedAt = Date.now();
  while (Date.now() - startedAt < patienceMs) {
    const whole = await Promise.all(hosts.map(isWhole));
    if (whole.every(Boolean)) return Date.now() - startedAt;
    await pause(250);
  }
  throw new Error(`hosts have not caught up: ${JSON.stringify(await Promise.all(hosts.map(listMembers)))}`);
}

/** As in docs/high-availability.md. */
export async function createServiceDatabase(hosts: readonly Host[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseAt(hosts[0] as Host, 'postgres') });
  await client.connect();
  await client.query(`create role fallwatch login password '${password}'`);
  await client.query('create database fallwatch owner fallwatch');
  await client.end();
}
