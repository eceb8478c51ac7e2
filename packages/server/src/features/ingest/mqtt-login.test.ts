import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { ErrorWithReasonCode } from 'mqtt';
import { describe, expect, test } from 'vitest';
import { testServer } from '../../../test/harness.js';
import {
  connect,
  connectPacket,
  mqttWith,
  openSocket,
  ownHotState,
  type Version,
  wearable,
} from '../../../test/mqtt.js';
import { callAsRoot, caller, reading } from '../../../test/people.js';

const versions = [{ version: 4 as Version }, { version: 5 as Version }];

describe.each(versions)('a device that connects with protocol version $version', ({ version }) => {
  const refusedWith = (returnCode: number, reasonCode: number): object =>
    expect.objectContaining({ code: version === 5 ? reasonCode : returnCode });

  test('needs its credential', async () => {
    const { port } = await mqttWith();
    const [belt, other] = [await wearable(), await wearable()];
    const wrong = [
      { password: `${belt.credential.slice(0, -1)}${belt.credential.endsWith('A') ? 'B' : 'A'}` },
      { password: 'fwd_' },
      { password: '' },
      { password: belt.owner.token },
      { password: other.credential },
      { username: other.mac },
      { username: '' },
    ];
    for (const changes of wrong)
      await expect(connect(port, belt, { protocolVersion: version, ...changes })).rejects.toEqual(refusedWith(5, 0x87));
    expect((await connect(port, belt, { protocolVersion: version })).connected).toBe(true);
  });

  test('is refused for a while after many wrong credentials from its address, as over HTTP', async () => {
    const { app, port } = await mqttWith({ limitGlobal: { points: 3, windowMs: 60_000 } }, await ownHotState());
    const belt = await wearable();
    const tryWrong = () => connect(port, belt, { protocolVersion: version, password: 'fwd_wrong' });
    expect(await caller('fwd_wrong', app).post('/device/sensor-stream', reading(belt.mac))).toHaveStatus(401);
    for (const _ of [1, 2]) await expect(tryWrong()).rejects.toEqual(refusedWith(5, 0x87));
    await expect(tryWrong()).rejects.toEqual(refusedWith(3, 0x9f));
    // A right credential is not refused: many devices share an address.
    expect((await connect(port, belt, { protocolVersion: version })).connected).toBe(true);
  });

  test.each(['revoke', 'delete', 'deactivate'])('%s: its open connection ends at the next reading', async (how) => {
    const { port } = await mqttWith();
    const belt = await wearable();
    const client = await connect(port, belt, { protocolVersion: version });
    await client.publishAsync(belt.readings, JSON.stringify(reading(belt.mac)), { qos: 1 });
    const { data } = await belt.owner.get(`/device/${belt.id}/credentials`);
    const ways: Record<string, () => Promise<unknown>> = {
      revoke: () => belt.owner.delete(`/device/${belt.id}/credentials/${data[0].id}`),
      delete: () => belt.owner.delete(`/device/${belt.id}`),
      deactivate: () => callAsRoot((root) => root.put(`/admin/users/${belt.owner.id}`, { status: 'inactive' })),
    };
    await ways[how]?.();
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
    const published = client.publishAsync(belt.readings, JSON.stringify(reading(belt.mac)), { qos: 1 });
    const result = published.then(
      () => 'acknowledged',
      (error: unknown) => (error instanceof ErrorWithReasonCode ? error.code : 'closed'),
    );
    await closed;
    client.end(true);
    if (version === 5) expect(await result).toBe(0x87);
    else expect(await Promise.race([result, 'not acknowledged'])).not.toBe('acknowledged');
    await expect(connect(port, belt, { protocolVersion: version })).rejects.toEqual(refusedWith(5, 0x87));
  });

  test('needs TLS if HTTPS is required: only proxies may connect', async () => {
    const belt = await wearable();
    const { port } = await mqttWith({ requireHttps: true });
    await expect(connect(port, belt, { protocolVersion: version })).rejects.toEqual(refusedWith(5, 0x87));
    const behindProxy = await mqttWith({ requireHttps: true, trustProxy: ['127.0.0.0/8'] });
    expect((await connect(behindProxy.port, belt, { protocolVersion: version })).connected).toBe(true);
  });

  test('a will: only on its own status topic; a lost connection is in the device log', async () => {
    const { port } = await mqttWith();
    const [belt, other] = [await wearable(), await wearable()];
    const will = { payload: Buffer.from('offline'), qos: 1 as const, retain: false };
    const foreign = { protocolVersion: version, will: { ...will, topic: other.status } };
    await expect(connect(port, belt, foreign)).rejects.toEqual(refusedWith(5, 0x90));
    const countLosses = async () => {
      const { data } = await belt.owner.get(`/device/${belt.id}/logs`);
      return data.filter(({ message }: { message: string }) => message === 'Connection lost').length;
    };
    const options = { protocolVersion: version, will: { ...will, topic: belt.status } };
    await (await connect(port, belt, options)).endAsync();
    const { socket, received, send } = await openSocket(port, version);
    send(connectPacket(belt, version, { will: options.will }));
    await expect.poll(() => received.length).toBe(1);
    expect(await countLosses()).toBe(0);
    socket.resetAndDestroy();
    await expect.poll(countLosses).toBe(1);
  });
});

test('a refused connection is logged with a hash of its address', async () => {
  const { platform } = await testServer();
  const entries: object[] = [];
  const log = Object.assign(Object.create(platform.log), { info: (entry: object) => void entries.push(entry) });
  const { port } = await mqttWith({}, { log });
  await expect(connect(port, await wearable(), { password: 'fwd_wrong' })).rejects.toThrow();
  expect(entries).toEqual([
    {
      requestId: expect.any(String),
      status: 401,
      code: 'UNAUTHORIZED',
      addressHash: expect.stringMatching(/^[\w-]{16}$/),
    },
  ]);
});

test.skipIf(!existsSync('/usr/bin/mosquitto_rr'))('mosquitto_pub and mosquitto_rr send and get an answer', async () => {
  const { port } = await mqttWith();
  const belt = await wearable();
  const run = promisify(execFile);
  const access = ['-h', '127.0.0.1', '-p', String(port), '-u', belt.mac, '-P', belt.credential, '-q', '1'];
  const body = JSON.stringify(reading(belt.mac));
  for (const version of ['mqttv311', 'mqttv5']) {
    await run('mosquitto_pub', [...access, '-V', version, '-t', belt.readings, '-m', body]);
    const asked = [...access, '-V', version, '-t', belt.readings, '-e', belt.answers, '-m', body];
    const { stdout } = await run('mosquitto_rr', [...asked, '-W', '30']);
    expect(JSON.parse(stdout)).toMatchObject({ success: true, data: { deviceId: belt.id }, uptime_ms: 1_000 });
  }
});
