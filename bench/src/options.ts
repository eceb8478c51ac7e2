import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Settings } from './report.js';

/** Fallwatch runs with the Node options of `npm start`, and the other variants with the same options. */
const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const startOptions = (manifest.scripts.start.match(/--\S+/g) ?? []).join(' ');

export const { values: options } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    ci: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    profile: { type: 'string' },
    against: { type: 'string' },
    credentials: { type: 'boolean', default: false },
    batches: { type: 'boolean', default: false },
    paced: { type: 'boolean', default: false },
    mqtt: { type: 'boolean', default: false },
    edge: { type: 'string' },
    pairs: { type: 'string', default: '5' },
    'node-options': { type: 'string', default: startOptions },
    rounds: { type: 'string', default: '5' },
    devices: { type: 'string', default: '1000' },
    postgres: { type: 'string', default: 'postgres://postgres@127.0.0.1:5432/postgres' },
    redis: { type: 'string', default: 'redis://127.0.0.1:6379' },
    nats: { type: 'string', default: 'nats://127.0.0.1:4222' },
  },
});

export const common = { nodeOptions: options['node-options'], busyConnections: 256, calmConnections: 4 };
export const full: Settings = {
  ...common,
  warmUpReadings: 40_000,
  rounds: Number(options.rounds),
  calmRounds: Number(options.rounds),
  seconds: 2,
  openSeconds: 10,
  devices: Number(options.devices),
  manyDevices: 100_000,
  writerRows: 400_000,
  writerRounds: Number(options.rounds),
};
export const short: Settings = {
  ...common,
  warmUpReadings: 20_000,
  rounds: 5,
  calmRounds: 2,
  seconds: 1,
  openSeconds: 3,
  devices: 1_000,
  manyDevices: null,
  writerRows: 200_000,
  writerRounds: 2,
};
