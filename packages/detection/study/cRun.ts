import { spawnSync } from 'node:child_process';
import { fallLevels, type Reading } from '../src/index.js';
import { accelPerUnit, turnPerUnit } from '../src/state.js';

export type CVerdict = { readonly confidence: number; readonly level: string };
export type CRun = { readonly verdicts: readonly CVerdict[]; readonly spentNs: number; readonly stateBytes: number };

/** The reading in the units of the C interface, as the service gets it: 0.01 m/s² and 0.1 °/s. */
export function toDeviceUnits(reading: Reading): Reading {
  const rounded = (perUnit: number) => (value: number) => Math.round(value * perUnit) / perUnit;
  const accel = rounded(accelPerUnit);
  const gyro = rounded(turnPerUnit);
  const { samples } = reading;
  return {
    ...reading,
    accel: [accel(reading.accel[0]), accel(reading.accel[1]), accel(reading.accel[2])],
    ...(reading.gyro && { gyro: [gyro(reading.gyro[0]), gyro(reading.gyro[1]), gyro(reading.gyro[2])] as const }),
    ...(samples && {
      samples: {
        rateHz: samples.rateHz,
        accel: samples.accel.map((row) => row.map(accel)),
        ...(samples.gyro && { gyro: samples.gyro.map((row) => row.map(gyro)) }),
      },
    }),
  };
}

/** Assesses the streams by the C program, each from an empty state. */
export function runProgram(program: string, streams: readonly (readonly Reading[])[]): CRun {
  const input = Buffer.concat(streams.map(toBytes));
  const run = spawnSync(program, { input, maxBuffer: 2 ** 30 });
  if (run.status !== 0) throw new Error(`${program}: ${run.status ?? run.signal} ${run.stderr}`);
  const [, spentNs = 0, stateBytes = 0] = run.stderr.toString('utf8').trim().split(' ').map(Number);
  const verdicts = Array.from({ length: run.stdout.length / 4 }, (_, i) => ({
    confidence: run.stdout.readUInt16LE(4 * i) / 10_000,
    level: fallLevels[run.stdout.readUInt16LE(4 * i + 2)] ?? 'none',
  }));
  return { verdicts, spentNs, stateBytes };
}

/** See c/test/run_seconds.c. */
function toBytes(readings: readonly Reading[]): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32LE(readings.length);
  return Buffer.concat([count, ...readings.map(toRecord)]);
}

function toRecord({ accel, gyro, samples, uptimeMs = 0 }: Reading): Buffer {
  const accels = samples?.accel ?? [accel];
  const gyros = samples === undefined ? gyro && [gyro] : samples.gyro;
  const bytes = Buffer.alloc(10 + 12 * accels.length);
  bytes.writeUInt32LE(uptimeMs, 0);
  bytes.writeUInt16LE(accels.length, 4);
  bytes.writeUInt16LE(samples?.rateHz ?? 0, 6);
  bytes.writeUInt16LE(gyros === undefined ? 0 : 1, 8);
  let at = 10;
  accels.forEach((row, i) => {
    for (let axis = 0; axis < 3; axis++) at = bytes.writeInt16LE(Math.round((row[axis] ?? 0) * accelPerUnit), at);
    for (let axis = 0; axis < 3; axis++)
      at = bytes.writeInt16LE(Math.round((gyros?.[i]?.[axis] ?? 0) * turnPerUnit), at);
  });
  return bytes;
}
