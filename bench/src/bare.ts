/**
 * Fastify without the product: the same body schema, strict validator and response serialiser as the sensor stream.
 * Arguments: port, file with the answer.
 */
import { readFileSync } from 'node:fs';
import { Assessed, SensorReading } from '@fallwatch/server/dist/features/ingest/ingest.schema.js';
import { ok } from '@fallwatch/server/dist/platform/http/shapes.js';
import { compileValidator } from '@fallwatch/server/dist/platform/http/validation.js';
import Fastify from 'fastify';

const [port, answerFile] = process.argv.slice(2);
const answer: unknown = JSON.parse(readFileSync(String(answerFile), 'utf8'));

const app = Fastify({ logger: false });
app.setValidatorCompiler(compileValidator);
app.get('/api/health', async () => ({ ok: true }));
app.post(
  '/api/device/sensor-stream',
  { schema: { body: SensorReading, response: { 200: ok(Assessed) } } },
  async () => answer,
);
await app.listen({ host: '127.0.0.1', port: Number(port) });
process.once('SIGTERM', () => process.exit(0));
