import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/** Code rules that imports do not show. The rules for imports are in .dependency-cruiser.cjs. */
const source = fileURLToPath(new URL('../src/', import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => ({ path: relative(source, join(source, path)), text: readFileSync(join(source, path), 'utf8') }));

/** The folder that writes a table. Every folder may read it. */
const owners: Record<string, string> = {
  users: 'features/users/',
  sessions: 'features/auth/',
  knownClients: 'features/auth/',
  totp: 'features/totp/',
  recoveryCodes: 'features/totp/',
  passkeys: 'features/passkeys/',
  passkeyChallenges: 'features/passkeys/',
  oidcIdentities: 'features/oidc/',
  systemLog: 'features/logs/',
  auditTrail: 'access/',
  migrations: 'platform/db/',
  devices: 'features/devices/',
  deviceLog: 'features/devices/',
  deviceCredentials: 'features/devices/',
  formerDevices: 'features/devices/',
  devicePairings: 'features/pairing/',
  pairingCodes: 'features/pairing/',
  readings: 'features/recorder/',
  erasedDevices: 'features/recorder/',
  recorded: 'features/recorder/',
  refusedRecords: 'features/recorder/',
  archiveFiles: 'features/archive/',
  vitals: 'features/recorder/',
  vitalsProgress: 'features/recorder/',
  vitalsDue: 'features/recorder/',
  silences: 'features/silence/',
  patientDetails: 'features/details/',
  phoneNumbers: 'features/details/',
  photos: 'features/details/',
  scores: 'features/scores/',
  caregiverDetails: 'features/caregivers/',
  assignments: 'features/assignments/',
  invitations: 'features/auth/',
  accountLinks: 'features/auth/',
  falls: 'features/falls/',
  fallAliases: 'features/falls/',
  aftermaths: 'features/falls/',
  outcomeRecords: 'features/falls/',
  alerts: 'features/escalation/',
  escalations: 'features/escalation/',
  escalationFalls: 'features/escalation/',
  escalationPlans: 'features/plans/',
  vitalLimits: 'features/vital-limits/',
  vitalExcursions: 'features/vital-limits/',
  checkIns: 'features/check-ins/',
  checkInDays: 'features/check-ins/',
  alertThresholds: 'features/thresholds/',
  homeAssistantConsents: 'features/home-assistant/',
  homeAssistantTopics: 'features/home-assistant/',
  homeAssistantAlerts: 'features/home-assistant/',
  homeAssistantBridge: 'features/home-assistant/',
  engineBeat: 'features/escalation/',
  deliveries: 'features/deliveries/',
  deviceTroubles: 'features/troubles/',
  maintenanceRuns: 'features/maintenance/',
  listening: 'features/troubles/',
  listeningGaps: 'features/troubles/',
  messages: 'features/messages/',
  liveEvents: 'features/live/',
  liveState: 'features/live/',
  contactPoints: 'features/contacts/',
  contactUpdates: 'features/contacts/',
  actionTokens: 'features/answers/',
  declines: 'features/escalation/',
  responseSteps: 'features/escalation/',
  incidentMessages: 'features/responses/',
  outbox: 'features/outbox/',
  mailHours: 'features/email/',
  mailDigests: 'features/email/',
  heldMails: 'features/email/',
  smsCodes: 'features/sms/',
  smsDays: 'features/sms/',
  calls: 'features/voice/',
  installationKeys: 'features/push/',
  shiftChecks: 'features/readiness/',
  webhooks: 'features/webhooks/',
  webhookDeliveries: 'features/webhooks/',
  departures: 'features/cells/',
  arrivals: 'features/cells/',
  departedFalls: 'features/falls/',
  schedules: 'features/schedules/',
  scheduleMembers: 'features/schedules/',
  scheduleSubstitutions: 'features/schedules/',
  scheduleFeedShifts: 'features/schedules/',
};

const offenders = (paths: RegExp, pattern: RegExp): string[] =>
  files.filter(({ path, text }) => paths.test(path) && pattern.test(text)).map(({ path }) => path);

describe('code rules', () => {
  test('SQL is in stores only', () => {
    const query = /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql[`.]/;
    expect(offenders(/^(features|access)\/(?!.*\.store\.ts$)/, query)).toEqual([]);
  });

  test('a table is written by its owner only', () => {
    const written = files.flatMap(({ path, text }) =>
      [...text.matchAll(/\.(?:insertInto|updateTable|deleteFrom)\('(\w+)'/g)].map(([, table = '']) => ({
        path,
        table,
      })),
    );
    expect(written.length).toBeGreaterThan(5);
    for (const { path, table } of written) expect(`${table} by ${path}`).toContain(`${table} by ${owners[table]}`);
  });

  test('routes contain no conditions', () => {
    expect(offenders(/\.routes\.ts$/, /\bif \(/)).toEqual([]);
  });

  test('rules are synchronous, and read neither a clock nor a context', () => {
    expect(offenders(/\.rules\.ts$/, /\basync\b|\bPromise\b/)).toEqual([]);
    const state = /\bctx\b|\bContext\b|\bClock\b|Date\.now\(|new Date\(\)|performance\.|Math\.random\(/;
    expect(offenders(/\.rules\.ts$/, state)).toEqual([]);
  });

  // Here and not in .dependency-cruiser.cjs: its check of folders also follows the imports of tests.
  test('features use each other without cycles', () => {
    const uses = new Map<string, Set<string>>();
    for (const { path, text } of files) {
      const [, feature] = /^features\/([^/]+)\//.exec(path) ?? [];
      if (!feature) continue;
      const used = [...text.matchAll(/from '\.\.\/([\w-]+)\//g)].map(([, name = '']) => name);
      uses.set(feature, new Set([...(uses.get(feature) ?? []), ...used]));
    }
    expect(uses.size).toBeGreaterThan(20);
    const remaining = new Map(uses);
    // Removes features that use no remaining one, until only cycles are left.
    for (let size = -1; size !== remaining.size; ) {
      size = remaining.size;
      for (const [feature, used] of remaining)
        if (![...used].some((name) => remaining.has(name))) remaining.delete(feature);
    }
    expect([...remaining.keys()]).toEqual([]);
  });

  test('features take the time from the clock they are given', () => {
    expect(offenders(/^(features|access)\//, /Date\.now\(|new Date\(\)/)).toEqual([]);
  });
});
