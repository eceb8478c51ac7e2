/** How long after the answer to a fall somebody is notified of it, seen from outside. */
import pg from 'pg';
import type { Journal } from './journal.js';
import { pause } from './part.js';

/** Falls with a delivery: messages to people are on their way. A further fall of a person joins their escalation. */
const notifiedFalls = `
  select devices.mac_address as mac, falls.id from falls join devices on devices.id = falls.device_id
  where falls.created_at > now() - interval '5 minutes'
    and exists (select from escalation_falls joined join deliveries using (escalation_id) where joined.fall_id = falls.id)
  order by falls.created_at`;

const lookEveryMs = 250;

export interface SeenFall {
  readonly mac: string;
  readonly seenAtMs: number;
}

/** Looks at any database that answers until it is over. */
export async function watchNotified(listUrls: () => readonly string[], isOver: () => boolean): Promise<SeenFall[]> {
  const seen = new Map<string, SeenFall>();
  while (!isOver()) {
    const [url] = listUrls();
    if (url) await look(url, seen, isOver).catch(() => {});
    await pause(lookEveryMs);
  }
  return [...seen.values()];
}

/** Keeps its connection while it lasts. */
async function look(url: string, seen: Map<string, SeenFall>, isOver: () => boolean): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    while (!isOver()) {
      const { rows } = await client.query<{ id: string; mac: string }>(notifiedFalls);
      for (const { id, mac } of rows) if (!seen.has(id)) seen.set(id, { mac, seenAtMs: Date.now() });
      await pause(lookEveryMs);
    }
  } finally {
    client.connection.stream.destroy();
  }
}

/** For each accepted impact, how long after its answer its alert was seen; infinite if never. */
export function listDelays({ acceptedImpacts }: Journal, seen: readonly SeenFall[]): number[] {
  const byMac = new Map<string, SeenFall[]>();
  for (const fall of seen.toSorted((one, other) => one.seenAtMs - other.seenAtMs))
    byMac.set(fall.mac, [...(byMac.get(fall.mac) ?? []), fall]);
  return acceptedImpacts.map(({ mac, acceptedAtMs = 0 }) => {
    const next = byMac.get(mac)?.shift();
    return next ? Math.max(0, next.seenAtMs - acceptedAtMs) : Number.POSITIVE_INFINITY;
  });
}
