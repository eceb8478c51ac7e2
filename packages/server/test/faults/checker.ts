/** Compares the database with the journal. */
import pg from 'pg';
import { type Journal, readingName } from './journal.js';
import { pause } from './part.js';
import { caregiversEach } from './wearers.js';

export interface Verdict {
  readonly accepted: number;
  /** Answered 200 or acknowledged over MQTT, but not stored. */
  readonly lost: string[];
  /** Stored more than once. */
  readonly duplicated: string[];
  /** Stored, but never sent. */
  readonly invented: string[];
  /** Number of accepted impacts. */
  readonly falls: number;
  /** Accepted impacts without a fall, and answered fall ids that do not exist. */
  readonly lostFalls: string[];
  /** Devices with more falls than impacts. */
  readonly doubledFalls: string[];
  /** Falls of POTENTIAL or more without all their alerts. */
  readonly halves: string[];
}

/** The verdict of a run without errors. */
export const flawless = { lost: [], duplicated: [], invented: [], lostFalls: [], doubledFalls: [], halves: [] };

/** With a journal, readings are stored once the recorder has read it: gives up after this time without progress. */
const settleTimeoutMs = 60_000;

/**
 * Waits until nothing accepted is missing, then a little longer for duplicates. Does not wait if nothing more can be
 * stored, because every process that could store it is gone.
 */
export async function check(
  databaseUrl: string,
  journal: Journal,
  { settles = true, timeoutMs = settleTimeoutMs } = {},
): Promise<Verdict> {
  if (!settles) return compare(databaseUrl, journal);
  await drained(databaseUrl, journal, timeoutMs);
  await pause(1_500);
  return compare(databaseUrl, journal);
}

/** Waits until everything accepted so far is in the database, or no more of it arrives. */
export async function drained(databaseUrl: string, journal: Journal, timeoutMs = settleTimeoutMs): Promise<void> {
  let missing = Number.POSITIVE_INFINITY;
  let movedAt = Date.now();
  while (missing > 0 && Date.now() - movedAt < timeoutMs) {
    const { lost, lostFalls } = await compare(databaseUrl, journal);
    if (lost.length + lostFalls.length < missing) movedAt = Date.now();
    missing = lost.length + lostFalls.length;
    await pause(500);
  }
}

interface StoredReading {
  readonly times: number;
  readonly apart: string;
}

interface StoredFall {
  readonly id: string;
  readonly mac: string;
  readonly createdAt: Date;
  readonly isWhole: boolean;
}

async function compare(databaseUrl: string, journal: Journal): Promise<Verdict> {
  return onDatabase(databaseUrl, async (client) => {
    const readings = new Map<string, StoredReading>();
    for (const { mac, uptime_ms, ...stored } of (await client.query(storedReadings)).rows)
      readings.set(readingName(mac, Number(uptime_ms)), stored);
    const falls: StoredFall[] = (await client.query(storedFalls)).rows;
    const aliases: { id: string }[] = (await client.query('select id from fall_aliases')).rows;

    const { accepted, promised } = journal;
    const sent = new Map(journal.entries.map((entry) => [readingName(entry.mac, entry.uptimeMs), entry]));
    return {
      accepted: accepted.length,
      lost: promised.map(({ mac, uptimeMs }) => readingName(mac, uptimeMs)).filter((name) => !readings.has(name)),
      duplicated: [...readings]
        .filter(([, { times }]) => times > 1)
        .map(([name, { times, apart }]) => `${name}: ${times} × within ${apart}, after ${sent.get(name)?.attempts}`),
      invented: [...readings.keys()].filter((name) => !sent.has(name)),
      falls: journal.acceptedImpacts.length,
      ...compareFalls(journal, falls, aliases),
      halves: falls.filter(({ isWhole }) => !isWhole).map(({ id }) => id),
    };
  });
}

/** Impacts of a device are further apart than an incident lasts, so each is its own fall. */
function compareFalls(
  { entries, accepted, acceptedImpacts }: Journal,
  falls: readonly StoredFall[],
  aliases: readonly { readonly id: string }[],
) {
  const ids = new Set([...falls, ...aliases].map(({ id }) => id));
  const stored = countByMac(falls);
  const lostIds = new Map(
    accepted.flatMap(({ mac, fallEventId: id }) => (id && !ids.has(id) ? [[id, { id, mac }] as const] : [])),
  );
  // A lost fall is missing both by its id and by its count: it counts once.
  const lost = countByMac([...lostIds.values()]);
  const missing = [...countByMac(acceptedImpacts)].filter(
    ([mac, count]) => count > (stored.get(mac) ?? 0) + (lost.get(mac) ?? 0),
  );
  const sent = countByMac(entries.filter(({ isImpact }) => isImpact));
  const describeDevice = (mac: string): string => {
    const times = falls.filter((fall) => fall.mac === mac).map(({ createdAt }) => createdAt.toISOString());
    const impacts = entries.filter((entry) => entry.isImpact && entry.mac === mac);
    return `${mac}: falls at ${times.toSorted()}, after ${impacts.map(({ attempts }) => attempts.join()).join('; ')}`;
  };
  return {
    lostFalls: [
      ...missing.map(([mac]) => describeDevice(mac)),
      ...[...lostIds.values()].map(({ id, mac }) => `${id} of ${describeDevice(mac)}`),
    ],
    doubledFalls: [...stored]
      .filter(([mac, count]) => count > (sent.get(mac) ?? 0))
      .map(([mac]) => describeDevice(mac)),
  };
}

function countByMac(things: readonly { readonly mac: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { mac } of things) counts.set(mac, (counts.get(mac) ?? 0) + 1);
  return counts;
}

const storedReadings = `
  select mac_address as mac, readings.uptime_ms, count(*)::integer as times, (max(at) - min(at))::text as apart
  from readings join devices on devices.key = readings.device_key group by 1, 2`;

/** Falls that alert, and whether every caregiver who must be alerted has an alert. */
export const storedFalls = `
  select falls.id, devices.mac_address as mac, falls.created_at as "createdAt",
    count(distinct alerts.recipient_id) = ${caregiversEach} and count(alerts.id) = ${caregiversEach} as "isWhole"
  from falls join devices on devices.id = falls.device_id
    left join alerts on alerts.fall_id = falls.id and alerts.audience = 'CAREGIVER'
  where falls.status in ('POTENTIAL', 'HIGH', 'CONFIRMED') group by falls.id, devices.mac_address`;

/** Checks every second, whenever the database answers: there must never be a fall without its alerts. */
export async function watchHalves(
  databaseUrl: string,
  isOver: () => boolean,
): Promise<{ looks: number; halves: number }> {
  const seen = { looks: 0, halves: 0 };
  while (!isOver()) {
    await onDatabase(databaseUrl, async (client) => {
      const falls: StoredFall[] = (await client.query(storedFalls)).rows;
      seen.looks += 1;
      seen.halves += falls.filter(({ isWhole }) => !isWhole).length;
    }).catch(() => {});
    await pause(1_000);
  }
  return seen;
}

/** Ends after 20 s: the database may be the one that fails. */
export async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 20_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

export const formatCounts = (counts: ReadonlyMap<string | number, number>): string =>
  [...counts].map(([name, count]) => `${name} ${count}`).join(', ') || 'none';

/** What the devices with MQTT did; empty without them. */
function summarizeMqtt({ entries, mqtt }: Journal): string {
  if (mqtt.connections === 0) return '';
  const acknowledged = entries.filter(({ isAcknowledged }) => isAcknowledged).length;
  return ` (over MQTT ${acknowledged}, ${mqtt.unanswered} of them without an answer; ${mqtt.connections} connections)`;
}

/** The comparison of journal and database, in counts. */
export function summarizeCounts(journal: Journal, verdict: Verdict): string {
  const { accepted, lost, duplicated, falls, lostFalls, doubledFalls, halves } = verdict;
  return (
    `accepted ${accepted}${summarizeMqtt(journal)}, lost ${lost.length}, duplicated ${duplicated.length}; falls ${falls}, ` +
    `lost ${lostFalls.length}, duplicated ${doubledFalls.length}, without all alerts ${halves.length}; 5xx other than 503: ${journal.faults.length}; ` +
    `slowest ${Math.round(journal.slowestMs)} ms`
  );
}
