import { createHash, randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { loadInTurn, loadVariant, type Slice } from './load.js';
import { makeWearers, type Wearer } from './people.js';
import { addCrowd, makeCrowd, type Profile, startFallwatch, toCrowd, type Variant } from './variants.js';
import type { Workshop } from './workshop.js';

interface Options {
  readonly connections: number;
  readonly devices: number;
  readonly rounds: number;
}

const seconds = 2;
const warmUpSlices = 4;

interface Paired extends Wearer {
  readonly credentialId: string;
  readonly secretHash: string;
}

/**
 * Streaming with device credentials beside streaming with sessions: in one process, so that two processes of the same
 * code do not differ, with different devices, in alternating slices. Reports the ratio for each profile.
 */
export async function compareCredentials(workshop: Workshop, options: Options): Promise<string> {
  const lines: string[] = [];
  for (const profile of ['small', 'cluster'] as const) lines.push(await compareIn(workshop, profile, options));
  return lines.join('\n');
}

async function compareIn(workshop: Workshop, profile: Profile, options: Options): Promise<string> {
  const { connections, devices, rounds } = options;
  const bySession = await startFallwatch(workshop, `session_${profile}`, await makeCrowd(workshop, devices), {
    profile,
  });
  const byCredential = await pairDevices(workshop, bySession, devices);
  const variants = [bySession, byCredential];
  for (const variant of variants)
    for (let slice = 0; slice < warmUpSlices; slice += 1)
      await loadVariant(workshop, variant, { connections, seconds });
  const slices = await loadInTurn(workshop, variants, { connections, rounds, seconds });
  await Promise.all([bySession.served, ...bySession.helpers].map((process) => process.stop()));
  const [session, credential] = variants.map(({ name }) => slices.get(name) as Slice) as [Slice, Slice];
  const rate = credential.requestsPerSecond / session.requestsPerSecond;
  const nodeTime = credential.nodeUs / session.nodeUs;
  return (
    `${profile}: by credential ${credential.requestsPerSecond.toFixed(0)} readings/s, ${rate.toFixed(3)} of by session ` +
    `(${session.requestsPerSecond.toFixed(0)}); node CPU per reading ${nodeTime.toFixed(3)} of by session`
  );
}

/** As many other devices on the same server, each with its credential. */
export async function pairDevices(workshop: Workshop, server: Variant, count: number): Promise<Variant> {
  const wearers = (await makeWearers(count, count)).map(toPaired);
  const crowd = toCrowd(workshop, `credentials-${server.name}`, wearers);
  const variant = await addCrowd(workshop, server, server.name.replace('session', 'credential'), crowd);
  await storeCredentials(workshop.toDatabaseUrl(server.database as string), wearers);
  return variant;
}

/** The same form as access/credential-token.ts of the server. */
function toPaired(wearer: Wearer): Paired {
  const [credentialId, secret] = [randomUUID(), randomBytes(24).toString('base64url')];
  const secretHash = createHash('sha256').update(secret).digest('base64url');
  return { ...wearer, credentialId, secretHash, token: `fwd_${credentialId.replaceAll('-', '')}_${secret}` };
}

async function storeCredentials(databaseUrl: string, wearers: readonly Paired[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const column = (name: keyof Paired) => wearers.map((wearer) => wearer[name]);
    await client.query(
      `insert into device_credentials (id, device_id, secret_hash, created_at)
       select *, now() from unnest($1::uuid[], $2::uuid[], $3::text[])`,
      [column('credentialId'), column('deviceId'), column('secretHash')],
    );
  } finally {
    await client.end();
  }
}
