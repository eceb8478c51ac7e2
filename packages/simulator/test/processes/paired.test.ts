import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Fallwatch } from '@fallwatch/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Running, startServer } from '../../../server/test/processes/process.js';
import { Body } from '../../src/motion/body.js';
import { PairedLink, pairDevice } from '../../src/pairedLink.js';
import { createRandom } from '../../src/random.js';
import { createMovement, Wearable } from '../../src/wearable.js';

const folder = mkdtempSync(join(tmpdir(), 'fallwatch-paired-'));
let server: Running;

beforeAll(async () => {
  server = await startServer({ DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1', LOG_LEVEL: 'silent' });
});

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a paired device sends with its own credential, and uploads what it buffered without Wi-Fi', async () => {
  const [url, macAddress] = [new URL(server.base).origin, '02:00:00:00:00:02'];
  const wearer = new Fallwatch({ baseUrl: url });
  const password = 'Battery-staple-8#';
  await wearer.signUp({ email: 'rose@example.org', password, firstName: 'Rose', lastName: 'Hill' });
  const credential = await pairDevice(wearer, { url, macAddress }, () => undefined);
  expect(credential).toMatch(/^fwd_/);

  const settings = { macAddress, site: 'waist', quality: 'burst', seed: '1' } as const;
  const wearable = new Wearable(settings, [createMovement(new Body('waist', '1'), 'rest')]);
  const link = new PairedLink({ url, credential, random: createRandom(1) });
  const uploaded: string[] = [];
  link.onUploaded(({ fallLevel }) => uploaded.push(fallLevel));
  const second = () => link.send(wearable.second() as NonNullable<ReturnType<Wearable['second']>>);

  expect(await second()).toMatchObject({ kind: 'assessed', assessed: { macAddress } });
  link.lose(1_500);
  await pause(1_000);
  expect(await second()).toEqual({ kind: 'buffered' });
  await expect.poll(() => uploaded).toEqual(['NO_FALL']);
  await link.stop();
});
