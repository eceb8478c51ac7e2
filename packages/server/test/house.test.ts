import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/** Rules of the house that no import shows. The floors themselves are in .dependency-cruiser.cjs. */
const source = fileURLToPath(new URL('../src/', import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => ({ path: relative(source, join(source, path)), text: readFileSync(join(source, path), 'utf8') }));

/** Who writes a table. Everybody may read. */
const owners: Record<string, string> = {
  users: 'features/users/',
  sessions: 'features/auth/',
  systemLog: 'features/logs/',
  auditTrail: 'access/',
  migrations: 'platform/db/',
  devices: 'features/devices/',
  deviceLog: 'features/devices/',
  readings: 'features/ingest/',
  erasedDevices: 'features/ingest/',
  recorded: 'features/ingest/',
  refusedRecords: 'features/ingest/',
  vitals: 'features/ingest/',
  vitalsProgress: 'features/ingest/',
  vitalsDue: 'features/ingest/',
  silences: 'features/ingest/',
  patientDetails: 'features/patients/',
  scores: 'features/scores/',
  caregiverDetails: 'features/caregivers/',
  assignments: 'features/assignments/',
  invitations: 'features/auth/',
  falls: 'features/falls/',
  fallAliases: 'features/falls/',
  alerts: 'features/alerts/',
  escalations: 'features/alerts/',
  escalationPlans: 'features/alerts/',
  engineBeat: 'features/alerts/',
  deliveries: 'features/deliveries/',
  deviceTroubles: 'features/troubles/',
  messages: 'features/messages/',
  liveEvents: 'features/live/',
  liveState: 'features/live/',
  webhooks: 'features/webhooks/',
  webhookDeliveries: 'features/webhooks/',
};

const offenders = (paths: RegExp, pattern: RegExp): string[] =>
  files.filter(({ path, text }) => paths.test(path) && pattern.test(text)).map(({ path }) => path);

describe('the house', () => {
  test('SQL lives in stores', () => {
    const query = /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql[`.]/;
    expect(offenders(/^(features|access)\/(?!.*\.store\.ts$)/, query)).toEqual([]);
  });

  test('a table is written by its owner alone', () => {
    const written = files.flatMap(({ path, text }) =>
      [...text.matchAll(/\.(?:insertInto|updateTable|deleteFrom)\('(\w+)'/g)].map(([, table = '']) => ({
        path,
        table,
      })),
    );
    expect(written.length).toBeGreaterThan(5);
    for (const { path, table } of written) expect(`${table} by ${path}`).toContain(`${table} by ${owners[table]}`);
  });

  test('routes decide nothing', () => {
    expect(offenders(/\.routes\.ts$/, /\bif \(/)).toEqual([]);
  });

  test('rules are not asynchronous', () => {
    expect(offenders(/\.rules\.ts$/, /\basync\b|\bPromise\b/)).toEqual([]);
  });

  test('decisions take the time from the clock they are given', () => {
    expect(offenders(/^(features|access)\//, /Date\.now\(|new Date\(\)/)).toEqual([]);
  });
});
