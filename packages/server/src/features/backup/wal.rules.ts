/** The files of PostgreSQL's write-ahead log (WAL). */

/** Of the default size, 16 MB. */
const segmentBits = 24n;

/** The file that contains this position: `1` and `0/3000028` → `000000010000000000000003`. */
export function toWalName(timeline: number, lsn: string): string {
  const [high = '', low = ''] = lsn.split('/');
  const segment = ((BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)) >> segmentBits;
  const perId = 1n << (32n - segmentBits);
  return [BigInt(timeline), segment / perId, segment % perId].map(toHex).join('');
}

const toHex = (part: bigint): string => part.toString(16).toUpperCase().padStart(8, '0');

/**
 * Lines for postgresql.auto.conf. The last file of a receiver that was interrupted ends in `.partial`. Without
 * synchronous_standby_names, which may name a receiver that does not run yet, commits do not wait for it.
 */
export function recoverySettings(wal: string | null, until: string | null): string {
  if (wal !== null && !/^[\w./-]+$/.test(wal))
    throw new Error(`${wal} cannot be the folder of WAL: only letters, digits and . _ - / are allowed in its path`);
  const lines = [
    '# Written by the restore of Fallwatch.',
    "synchronous_standby_names = ''",
    ...(wal === null ? [] : [`restore_command = 'cp ${wal}/%f %p 2>/dev/null || cp ${wal}/%f.partial %p'`]),
    ...(until === null ? [] : [`recovery_target_time = '${until}'`, "recovery_target_action = 'promote'"]),
  ];
  return `\n${lines.join('\n')}\n`;
}
