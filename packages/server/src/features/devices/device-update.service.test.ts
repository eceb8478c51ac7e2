import { expect, test } from 'vitest';
import { hasFastProperties } from '../../../test/shape.js';
import { keptFields } from '../../platform/db/reading-fields.js';
import { createCachedDevice } from './device-update.service.js';
import type { DeviceRow } from './devices.store.js';

/** As the database driver does it: one column at a time, into an object that starts empty. */
function createRow(): DeviceRow {
  const row: Record<string, unknown> = {};
  for (const name of ['id', 'macAddress', ...keptFields.map(({ key }) => key)]) row[name] = null;
  for (let column = 0; column < 40; column += 1) row[`column${column}`] = column;
  return row as unknown as DeviceRow;
}

test('V8 stores a cached device as a struct, not as a hash table like the row it comes from', () => {
  const row = createRow();
  expect(hasFastProperties(row)).toBe(false);
  const device = createCachedDevice(row, 0, null);
  expect(hasFastProperties(device)).toBe(true);
  for (const { key } of keptFields) device[key] = null;
  expect(hasFastProperties(device)).toBe(true);
});
