import { describe, expect, test } from 'vitest';
import { detectedFall, newReading, versionOneRecord } from '../../../test/records.js';
import { storedFields } from '../../platform/db/reading-fields.js';
import { newId } from '../../platform/ids.js';
import type { DetectedFall } from '../falls/recording.service.js';
import { decodeRecord, encodeRecord } from './reading-record.js';

const noRows = { columnNames: '', bytes: Buffer.alloc(0), minutes: [] };
/** Version, length, number of columns, and one id per column. */
const rowsStart = 6 + 3 + storedFields.length;

describe('a record', () => {
  test('carries falls as they are', async () => {
    const fall = await detectedFall({ id: newId() }, newId());
    expect(decodeRecord(encodeRecord(Date.now(), [], [fall])).falls).toEqual([fall]);
    expect(decodeRecord(encodeRecord(Date.now(), [newReading()], [])).falls).toEqual([]);
  });

  test('has the time of each reading that was uploaded later', () => {
    const [nowMs, minuteMs] = [Date.parse('2026-11-16T10:00:30.000Z'), 60_000];
    const readings = [-2, -1, -1, 0].map((minutes) => ({ ...newReading(), atMs: nowMs + minutes * minuteMs }));
    const { rows, problem } = decodeRecord(encodeRecord(nowMs, [...readings, newReading()], []));
    expect(problem).toBeNull();
    expect(rows.minutes.map((ms) => new Date(ms).toISOString().slice(11, 16))).toEqual(['09:58', '09:59', '10:00']);
  });

  test('of another version is not decoded', () => {
    const record = encodeRecord(Date.now(), [newReading()], []);
    record[0] = 3;
    expect(decodeRecord(record)).toEqual({
      rows: noRows,
      falls: [],
      problem: 'version 3: this release reads versions 1 and 2',
    });
  });

  test('is read up to where it is cut off', async () => {
    const fall = await detectedFall({ id: newId() }, newId());
    const record = encodeRecord(Date.now(), [newReading(), newReading()], [fall]);
    const rowBytes = decodeRecord(record).rows.bytes.length;
    for (let length = 0; length < record.length; length += 1) {
      const decoded = decodeRecord(record.subarray(0, length));
      const areRowsThere = length >= rowsStart + rowBytes;
      // Cut exactly after the rows, it is a complete record without falls: the record does not say that there were any.
      expect([length, decoded.problem === null]).toEqual([length, length === rowsStart + rowBytes]);
      expect([length, decoded.rows.bytes.length, decoded.falls]).toEqual([length, areRowsThere ? rowBytes : 0, []]);
    }
  });

  test('of version 1 can still be read', () => {
    const { rows, falls, problem } = decodeRecord(versionOneRecord);
    expect({ falls, problem }).toEqual({ falls: [], problem: null });
    expect(rows.columnNames).toBe(
      'at, uptime_ms, device_key, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z, pressure, fsr, battery_level, ' +
        'confidence, heart_rate, spo2',
    );
    expect(rows.bytes).toHaveLength(236);
    expect(rows.minutes).toEqual([Date.parse('2026-11-16T10:00:00.000Z')]);
  });

  test('column ids never change: each is unique, and those of version 1 are the same', () => {
    const ids = storedFields.map(({ journalId }) => journalId);
    expect(new Set([1, 3, 13, ...ids]).size).toBe(ids.length + 3);
    const byName = Object.fromEntries(storedFields.map(({ name, journalId }) => [name, journalId]));
    expect(byName).toMatchObject({ uptime_ms: 2, accel_x: 4, gyro_z: 9, pressure: 10, fsr: 11, battery_level: 12 });
    expect(byName).toMatchObject({ heart_rate: 14, spo2: 15 });
  });
});

describe('a record with parts that cannot be read', () => {
  test.each([
    ['the number of columns', 1, 7, `without its ${storedFields.length + 3} columns`],
    ['the length of a column', 5, 7, 'a column of 7 bytes, 8 expected'],
    ['a time that no calendar has', 6, 127, 'beyond all calendars'],
  ])('%s broken in its rows: the rows are dropped, its falls are read', async (_, at, byte, problem) => {
    const fall = await detectedFall({ id: newId() }, newId());
    const record = encodeRecord(Date.now(), [newReading()], [fall]);
    record[rowsStart + at] = byte;
    expect(decodeRecord(record)).toEqual({
      rows: noRows,
      falls: [fall],
      problem: expect.stringContaining(problem),
    });
  });

  test('its falls are read one by one, and no invalid fall is returned', async () => {
    const fall = await detectedFall({ id: newId() }, newId());
    const broken = [
      null,
      7,
      {},
      { ...fall, confidence: 'high' },
      { ...fall, sensorData: null },
      { ...fall, at: 'soon' },
    ];
    const decoded = decodeRecord(encodeRecord(Date.now(), [newReading()], [fall, ...(broken as DetectedFall[])]));
    expect(decoded.falls).toEqual([fall]);
    expect(decoded.problem).toBe('6 of 7 falls without all they need');
    expect(decoded.rows.bytes.length).toBeGreaterThan(0);
  });

  test('with a column of a newer release: its rows are dropped and reported, its falls are read', async () => {
    const fall = await detectedFall({ id: newId() }, newId());
    const record = encodeRecord(Date.now(), [newReading()], [fall]);
    record[rowsStart - 1] = 200;
    expect(decodeRecord(record)).toEqual({
      rows: noRows,
      falls: [fall],
      problem: 'a column that this release does not know',
    });
  });
});
