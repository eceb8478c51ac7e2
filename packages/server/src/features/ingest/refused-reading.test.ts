import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { appWith, readingsRecorded, testServer } from '../../../test/harness.js';
import { type Answer, caller, caregiver, freshMac, patient, reading, root } from '../../../test/people.js';
import { assessedFields, SensorReading } from './ingest.schema.js';

/** The detector rates this as POTENTIAL at once: 4.6 g with 400 °/s. */
const impact = { accel_x: 0, accel_y: 0, accel_z: 45, gyro_x: 400 };

interface FieldSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly properties?: Record<string, FieldSchema>;
}

const schemas = SensorReading.properties as unknown as Record<string, FieldSchema>;
/** Every field that the assessment does not need, so that new fields are tested too. */
const otherFields = Object.keys(schemas).filter((field) => !assessedFields.some((assessed) => assessed === field));

function outOfRange({ enum: words, maximum, maxLength, properties }: FieldSchema): unknown {
  if (words) return 'elsewhere';
  if (maxLength !== undefined) return 'x'.repeat(maxLength + 1);
  if (maximum !== undefined) return maximum + 1;
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, outOfRange(schema)]));
  return 2;
}

const wrongType = ({ type }: FieldSchema): unknown => (type === 'string' ? 5 : '5');

/** As JSON text: in an object literal these keys would have another meaning. */
const oddObjects = ['{"__proto__":1}', '{"constructor":{"prototype":1}}', '{"toString":[]}', '{"toJSON":1}'];
const oddFields = oddObjects.map((text): [Record<string, fc.JsonValue>] => {
  const value = JSON.parse(text) as fc.JsonValue;
  return [{ uptime_ms: value, samples: value }];
});

const invalid = { battery_level: 101 };

describe('an impact with an invalid field besides its motion', () => {
  test('is tested with every such field', () => {
    expect(otherFields.length).toBeGreaterThanOrEqual(15);
    expect(otherFields).toEqual(expect.arrayContaining(['uptime_ms', 'battery_level', 'samples', 'sampling']));
  });

  test.each(otherFields)(
    '%s: 400 names the field, and the fall is recorded and alerted',
    async (field) => {
      const ann = await patient();
      const carl = await caregiver({ of: ann });
      const schema = schemas[field] as FieldSchema;
      const fallIds: string[] = [];
      for (const value of [outOfRange(schema), wrongType(schema), null]) {
        const answer = await ann.post('/device/sensor-stream', reading(freshMac(), { ...impact, [field]: value }));
        expect(answer).toHaveStatus(400);
        const { code, details, fallDetected, fallEventId, error } = answer.body;
        expect({ code, fallDetected }).toEqual({ code: 'VALIDATION_FAILED', fallDetected: true });
        expect(Object.keys(details).map((name) => name.split('.')[0])).toContain(field);
        expect(error).toMatch(/a fall was recorded/);
        fallIds.push(fallEventId);
      }
      // Polled: while the database is slow, the fall goes through the journal.
      const recorded = async () => (await ann.get('/falls')).data.map(({ id }: { id: string }) => id).toSorted();
      await expect.poll(recorded).toEqual(fallIds.toSorted());
      const alerts = (await carl.get('/caregivers/alerts')).data;
      const alerted = alerts.map(({ fallId, type }: Record<string, string>) => `${type} ${fallId}`);
      expect(alerted.toSorted()).toEqual(fallIds.map((id) => `FALL_DETECTED ${id}`).toSorted());
    },
    60_000,
  );
});

test('200 random bodies: no fall is lost', async () => {
  const { clock } = await testServer();
  const [ann, mac, before] = [await patient(), freshMac(), clock.offsetMs];
  const carl = await caregiver({ of: ann });
  const garbage = fc.record(
    Object.fromEntries(otherFields.map((field) => [field, fc.oneof(fc.jsonValue(), fc.double(), fc.boolean())])),
    { requiredKeys: [] },
  );
  const counts = { refused: 0, accepted: 0 };
  try {
    await fc.assert(
      fc.asyncProperty(garbage, async (others) => {
        // A new incident each time, with a unique acceleration.
        clock.offsetMs += 70_000;
        const accel_z = 45 + (counts.refused + counts.accepted) / 10;
        const answer = await ann.post('/device/sensor-stream', reading(mac, { ...impact, accel_z, ...others }));
        expect([200, 400]).toContain(answer.status);
        counts[answer.status === 200 ? 'accepted' : 'refused'] += 1;
        const { fallEventId, code } = answer.data ?? answer.body;
        expect(fallEventId, code).toEqual(expect.any(String));
        const read = () => ann.get(`/falls/${fallEventId}`);
        // Polled: while the database is slow, the fall goes through the journal.
        await expect.poll(async () => (await read()).status).toBe(200);
        const { alerts } = (await read()).data;
        expect(alerts).toEqual([expect.objectContaining({ caregiverId: carl.id, sent: true })]);
      }),
      { numRuns: 200, endOnFailure: true, examples: oddFields },
    );
  } finally {
    clock.offsetMs = before;
  }
  process.stdout.write(`proof: random bodies with an impact: ${counts.refused} refused, ${counts.accepted} accepted\n`);
  expect(counts.refused).toBeGreaterThan(100);
});

describe('a reading refused for a field besides its motion', () => {
  test('is not stored, and changes neither the last-seen time nor the values of its device', async () => {
    const { platform } = await testServer();
    const [ann, mac] = [await patient(), freshMac()];
    const first = (await ann.post('/device/sensor-stream', reading(mac, { spo2: 97, uptime_ms: 1_000 }))).data;
    const refused = await ann.post('/device/sensor-stream', reading(mac, { ...invalid, spo2: 90, uptime_ms: 2_000 }));
    expect(refused).toHaveStatus(400);
    expect(refused.body).toEqual({
      success: false,
      error: 'Validation failed',
      code: 'VALIDATION_FAILED',
      details: { battery_level: expect.any(String) },
      fallDetected: false,
      fallConfidence: expect.any(Number),
      fallLevel: 'NO_FALL',
      fallEventId: null,
      confirmation: { required: false, expiresAt: null },
    });
    const { data } = await ann.get(`/device/${first.deviceId}`);
    expect(data).toMatchObject({ lastSeen: first.timestamp, batteryLevel: null });
    await readingsRecorded();
    const rows = platform.db
      .selectFrom('readings')
      .innerJoin('devices', 'devices.key', 'readings.deviceKey')
      .select(['readings.spo2', 'readings.uptimeMs'])
      .where('devices.id', '=', first.deviceId);
    expect(await rows.execute()).toEqual([{ spo2: 97, uptimeMs: 1_000 }]);
  });

  test('does not count for the rate limit', async () => {
    const there = caller((await patient()).token, await appWith({ limitSensor: { points: 1, windowMs: 1_000 } }));
    const mac = freshMac();
    const send = async (changes: object) => (await there.post('/device/sensor-stream', reading(mac, changes))).status;
    expect(await send({ uptime_ms: 1_000 })).toBe(200);
    expect(await send({ ...invalid, uptime_ms: 1_100 })).toBe(400);
    expect(await send({ uptime_ms: 1_200 })).toBe(429);
    const other = freshMac();
    const sendOther = async (changes: object) =>
      (await there.post('/device/sensor-stream', reading(other, changes))).status;
    expect(await sendOther({ ...impact, ...invalid })).toBe(400);
    expect(await sendOther({ uptime_ms: 2_000 })).toBe(200);
    expect(await sendOther({ uptime_ms: 2_100 })).toBe(429);
  });

  test('registers an unknown device only with a fall, and the device stays UNREGISTERED until its first valid reading', async () => {
    const [ann, mac] = [await patient(), freshMac()];
    expect(await ann.post('/device/sensor-stream', reading(mac, invalid))).toHaveStatus(400);
    expect(await ann.get(`/device/${mac}`)).toHaveStatus(404);
    expect(await ann.post('/device/sensor-stream', reading(mac, { ...impact, ...invalid }))).toHaveStatus(400);
    expect((await ann.get(`/device/${mac}`)).data).toMatchObject({ status: 'UNREGISTERED', lastSeen: null });
  });
});

describe('the assessment of a refused reading', () => {
  test('asks the wearer for a confirmation if the device can', async () => {
    const ann = await patient();
    await caregiver({ of: ann });
    const { body } = await ann.post(
      '/device/sensor-stream',
      reading(freshMac(), { ...impact, ...invalid, can_confirm: true }),
    );
    expect(body.confirmation).toEqual({ required: true, expiresAt: expect.any(String) });
    expect(await ann.post(`/falls/${body.fallEventId}/cancel`)).toHaveStatus(200);
  });

  test('a reading that comes too early gets its assessment too', async () => {
    const ann = await patient();
    const there = caller(ann.token, await appWith({ limitSensor: { points: 1, windowMs: 1_000 } }));
    const mac = freshMac();
    await there.post('/device/sensor-stream', reading(mac, { uptime_ms: 1_000 }));
    const early = await there.post('/device/sensor-stream', reading(mac, { ...impact, uptime_ms: 1_100 }));
    expect(early).toHaveStatus(429);
    const [fall] = (await ann.get('/falls')).data;
    expect(early.body).toMatchObject({ fallDetected: true, fallLevel: 'POTENTIAL', fallEventId: fall.id });
    expect(early.body.error).toMatch(/a fall was recorded/);
  });
});

describe('a refused reading', () => {
  test('of another person’s device, a disabled one or one over the limit is not recorded anywhere', async () => {
    const [ann, bob, boss] = [await patient(), await patient(), await root()];
    const [foreign, disabled] = [freshMac(), freshMac()];
    await ann.post('/device/sensor-stream', reading(foreign));
    const { deviceId } = (await bob.post('/device/sensor-stream', reading(disabled))).data;
    await boss.post(`/admin/devices/${deviceId}/disable`);
    for (let count = 1; count < 10; count += 1) await bob.post('/device/sensor-stream', reading(freshMac()));
    const linesBefore = (await ann.get(`/device/${foreign}/logs`)).data.length;
    const answers: Answer[] = [];
    for (const mac of [foreign, disabled, freshMac()])
      answers.push(await bob.post('/device/sensor-stream', reading(mac, { ...impact, ...invalid })));
    for (const { status, body } of answers) {
      expect(status).toBe(400);
      expect(body).toEqual({
        success: false,
        error: 'Validation failed',
        code: 'VALIDATION_FAILED',
        details: { battery_level: expect.any(String) },
      });
    }
    for (const person of [ann, bob]) expect((await person.get('/falls')).data).toEqual([]);
    expect((await ann.get(`/device/${foreign}/logs`)).data).toHaveLength(linesBefore);
  });

  test('without a valid device or motion is refused without an assessment', async () => {
    const ann = await patient();
    for (const field of assessedFields) {
      const { status, body } = await ann.post(
        '/device/sensor-stream',
        reading(freshMac(), { ...impact, [field]: null }),
      );
      expect(status).toBe(400);
      expect(body.fallDetected).toBeUndefined();
    }
    for (const body of [[], 'text', 5, null]) expect(await ann.post('/device/sensor-stream', body)).toHaveStatus(400);
    expect((await ann.get('/falls')).data).toEqual([]);
  });
});
