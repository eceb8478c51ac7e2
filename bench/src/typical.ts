/**
 * The typical app: what a capable team writes for the same endpoint with the most used libraries: Express, zod,
 * jsonwebtoken and pg. Nothing is slow on purpose: a pool, prepared statements, indexes, a key created once, no ETag.
 * Five queries per reading: session and user, device, rate limit, the reading, the device's latest state.
 * Arguments: port, database URL, secret.
 */
import { createSecretKey } from 'node:crypto';
import express, { type NextFunction, type Request, type Response } from 'express';
import jwt from 'jsonwebtoken';
import pg from 'pg';
import { z } from 'zod';

const [port, databaseUrl, secret] = process.argv.slice(2);
const key = createSecretKey(Buffer.from(String(secret)));
/** As many connections as Fallwatch has. */
const pool = new pg.Pool({ connectionString: String(databaseUrl), max: 10, options: '-c synchronous_commit=on' });

const accel = z.number().min(-10_000).max(10_000);
const gyro = z.number().min(-100_000).max(100_000);
const SensorReading = z.object({
  device_id: z.string().regex(/^[0-9A-F]{2}(:[0-9A-F]{2}){5}$/),
  accel_x: accel,
  accel_y: accel,
  accel_z: accel,
  gyro_x: gyro,
  gyro_y: gyro,
  gyro_z: gyro,
  uptime_ms: z.number().int().min(0),
  pressure: z.number().positive().max(1_000_000).optional(),
  fsr: z.number().min(0).max(1).optional(),
  heart_rate: z.number().int().min(0).max(300).optional(),
  spo2: z.number().int().min(0).max(100).optional(),
  battery_level: z.number().min(0).max(100).optional(),
  wifi_connected: z.boolean().optional(),
  bluetooth_connected: z.boolean().optional(),
  sensors_initialized: z.boolean().optional(),
  firmware_version: z.string().min(1).max(50).optional(),
  signal_strength: z.number().int().min(-200).max(0).optional(),
});

/** High enough to refuse no request: only the counting is measured. */
const readingsPerSecond = 1_000_000;
/** m/s², about 3 g. */
const impact = 29.4;

async function findSession(id: string): Promise<{ user_id: string; role: string } | undefined> {
  const { rows } = await pool.query({
    name: 'session',
    text: `select s.user_id, u.role from sessions s join users u on u.id = s.user_id
      where s.id = $1 and s.expires_at > now() and u.status = 'active'`,
    values: [id],
  });
  return rows[0];
}

async function findDevice(mac: string): Promise<{ id: string; user_id: string } | undefined> {
  const text = 'select id, user_id from devices where mac_address = $1';
  return (await pool.query({ name: 'device', text, values: [mac] })).rows[0];
}

async function countReading(deviceId: string): Promise<number> {
  const { rows } = await pool.query({
    name: 'limit',
    text: `insert into rate_limits as l (device_id, second, hits) values ($1, date_trunc('second', now()), 1)
      on conflict (device_id) do update set second = excluded.second,
        hits = case when l.second = excluded.second then l.hits + 1 else 1 end
      returning hits`,
    values: [deviceId],
  });
  return rows[0].hits;
}

async function insertReading(deviceId: string, sent: z.infer<typeof SensorReading>, confidence: number): Promise<void> {
  await pool.query({
    name: 'reading',
    text: `insert into readings (device_id, at, uptime_ms, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z,
        pressure, fsr, battery_level, heart_rate, spo2, confidence)
      values ($1, now(), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    values: [
      deviceId,
      sent.uptime_ms,
      sent.accel_x,
      sent.accel_y,
      sent.accel_z,
      sent.gyro_x,
      sent.gyro_y,
      sent.gyro_z,
      sent.pressure,
      sent.fsr,
      sent.battery_level,
      sent.heart_rate,
      sent.spo2,
      confidence,
    ],
  });
}

async function updateDevice(deviceId: string, sent: z.infer<typeof SensorReading>): Promise<void> {
  await pool.query({
    name: 'news',
    text: `update devices set last_seen = now(), uptime_ms = $2, battery_level = coalesce($3, battery_level),
      heart_rate = coalesce($4, heart_rate), spo2 = coalesce($5, spo2) where id = $1`,
    values: [deviceId, sent.uptime_ms, sent.battery_level, sent.heart_rate, sent.spo2],
  });
}

async function authenticate(request: Request, response: Response, next: NextFunction): Promise<void> {
  try {
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const claims = jwt.verify(token, key, { algorithms: ['HS256'] }) as { sid: string };
    response.locals.session = await findSession(claims.sid);
  } catch {
    response.locals.session = undefined;
  }
  if (response.locals.session) next();
  else response.status(401).json({ success: false, error: 'Log in first' });
}

async function acceptReading(request: Request, response: Response): Promise<void> {
  const { success, data: sent, error } = SensorReading.safeParse(request.body);
  if (!success) {
    response.status(400).json({ success: false, error: error.message });
    return;
  }
  const device = await findDevice(sent.device_id);
  if (!device || device.user_id !== response.locals.session.user_id) {
    response.status(403).json({ success: false, error: 'Not your device' });
    return;
  }
  if ((await countReading(device.id)) > readingsPerSecond) {
    response.status(429).json({ success: false, error: 'Too many readings' });
    return;
  }
  const confidence = Math.min(1, Math.hypot(sent.accel_x, sent.accel_y, sent.accel_z) / impact / 2);
  await insertReading(device.id, sent, confidence);
  await updateDevice(device.id, sent);
  response.json({
    success: true,
    data: {
      deviceId: device.id,
      macAddress: sent.device_id,
      timestamp: new Date().toISOString(),
      fallDetected: confidence > 0.5,
      fallConfidence: confidence,
      fallLevel: confidence > 0.5 ? 'POTENTIAL' : 'NO_FALL',
      fallEventId: null,
      healthScore: 100,
      nextAllowedRequest: new Date(Date.now() + 1_000).toISOString(),
      warnings: [],
    },
  });
}

const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.get('/api/health', (_request, response) => void response.json({ ok: true }));
app.post('/api/device/sensor-stream', express.json({ limit: '16kb' }), authenticate, acceptReading);
app.listen(Number(port), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
