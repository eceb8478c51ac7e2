import { randomBytes } from 'node:crypto';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import pg from 'pg';
import type { TestProject } from 'vitest/node';

/** The addresses of the real servers. Tests create their own database, key prefix and subject there. */
export const servers = {
  postgres: process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres',
  redis: process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379',
  nats: process.env.TEST_NATS_URL ?? 'nats://127.0.0.1:4222',
};

declare module 'vitest' {
  interface ProvidedContext {
    /** The prefix of every database, key and subject of this run. */
    namespace: string;
  }
}

/** The profile of the feature tests: `small` needs nothing, `cluster` needs the servers above. */
export const profile = process.env.TEST_PROFILE === 'cluster' ? 'cluster' : 'small';

export function setup(project: TestProject): () => Promise<void> {
  const namespace = `fallwatch_test_${randomBytes(6).toString('hex')}`;
  project.provide('namespace', namespace);
  return async () => {
    await dropDatabases(namespace);
    if (profile === 'cluster') await deleteStreams(namespace);
  };
}

/** A new, empty database on the real server; dropped when the run ends. */
export async function createDatabase(namespace: string, name: string): Promise<string> {
  const database = `${namespace}_${name}`;
  await onServer((client) => client.query(`create database ${database}`));
  const url = new URL(servers.postgres);
  url.pathname = `/${database}`;
  return url.href;
}

async function dropDatabases(namespace: string): Promise<void> {
  if (profile === 'small' && !(await isReachable())) return;
  await onServer(async (client) => {
    const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [namespace]);
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
  });
}

/** Redis keys expire by themselves. */
export async function deleteStreams(namespace: string): Promise<void> {
  const connection = await connect({ servers: new URL(servers.nats).host });
  const { streams } = await jetstreamManager(connection);
  const names: string[] = [];
  for await (const name of streams.names()) if (name.startsWith(namespace)) names.push(name);
  for (const name of names) await streams.delete(name);
  await connection.close();
}

async function isReachable(): Promise<boolean> {
  return onServer(async () => true).catch(() => false);
}

async function onServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: servers.postgres });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
