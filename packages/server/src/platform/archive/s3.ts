/** Any S3 service, with the bucket in the path. A file has some 10 MB: it is sent and received in one piece. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import type { ArchivePlace, Config } from '../../config.js';
import { type ArchiveObjects, MissingObject } from './objects.js';

type S3Place = Extract<ArchivePlace, { kind: 's3' }>;
type Settings = Pick<Config, 'archiveS3Endpoint' | 'archiveS3Region' | 'archiveS3KeyId' | 'archiveS3Secret'>;

/** Enough for 10 MB over a slow line; an attempt that hangs is ended. */
const timeoutMs = 60_000;

export function openS3({ bucket, prefix }: S3Place, settings: Settings): ArchiveObjects {
  const client = new AwsClient({
    accessKeyId: settings.archiveS3KeyId ?? '',
    secretAccessKey: settings.archiveS3Secret ?? '',
    region: settings.archiveS3Region,
    service: 's3',
    // Of answers 429 and 5xx, with pauses from 50 ms. The job is repeated anyway.
    retries: 4,
  });
  const root = `${settings.archiveS3Endpoint?.replace(/\/+$/, '')}/${bucket}`;
  const toKey = (name: string): string => (prefix === '' ? name : `${prefix}/${name}`);

  async function request(method: string, path: string, body?: Buffer): Promise<Response> {
    const digest = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const answer = await client.fetch(`${root}${path}`, {
      method,
      ...(body ? { body: new Uint8Array(body) } : {}),
      // The service compares it with what it receives, and stores nothing that differs.
      headers: { 'x-amz-content-sha256': digest },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (answer.ok || answer.status === 404) return answer;
    const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(await answer.text()) ?? [];
    throw new Error(`The S3 service answers ${answer.status} ${code} to ${method}`);
  }

  async function listFrom(token: string | undefined): Promise<{ keys: string[]; next: string | undefined }> {
    const query = new URLSearchParams({ 'list-type': '2', prefix: toKey('') });
    if (token !== undefined) query.set('continuation-token', token);
    const text = await (await request('GET', `?${query}`)).text();
    const keys = [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key);
    const [, next] = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(text) ?? [];
    return { keys, next };
  }

  return {
    async put(name, path) {
      const answer = await request('PUT', `/${toKey(name)}`, await readFile(path));
      if (!answer.ok) throw new Error(`The S3 service has no bucket ${bucket}`);
    },
    async fetch(name, folder) {
      const answer = await request('GET', `/${toKey(name)}`);
      if (!answer.ok) throw new MissingObject(name);
      const path = join(folder, name.replaceAll('/', '-'));
      await writeFile(path, Buffer.from(await answer.arrayBuffer()), { mode: 0o600 });
      return path;
    },
    async delete(name) {
      await request('DELETE', `/${toKey(name)}`);
    },
    async list() {
      const names: string[] = [];
      for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
        const { keys, next } = await listFrom(token);
        names.push(...keys.map((key) => key.slice(toKey('').length)));
        token = next;
      }
      return names;
    },
  };
}
