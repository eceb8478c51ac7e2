import { expect, test } from 'vitest';
import { recoverySettings, toWalName } from './wal.rules.js';

test.each([
  [1, '0/3000028', '000000010000000000000003'],
  [2, '16/B374D848', '0000000200000016000000B3'],
  [1, 'A/FFFFFFFF', '000000010000000A000000FF'],
])('timeline %i, position %s is in file %s', (timeline, lsn, name) => expect(toWalName(timeline, lsn)).toBe(name));

test('a restore without WAL needs no command, one with WAL also takes the unfinished file', () => {
  expect(recoverySettings(null, null)).not.toContain('restore_command');
  expect(recoverySettings('/backup/wal', null)).toContain('cp /backup/wal/%f.partial %p');
  expect(recoverySettings('/w', '2026-11-19T03:00:00Z')).toContain("recovery_target_time = '2026-11-19T03:00:00Z'");
});

test('a path that a shell would read as more than a path is refused', () =>
  expect(() => recoverySettings("/wal'; rm -rf /", null)).toThrow('cannot be the folder of WAL'));
