/** A disk whose power can be cut: ext4 in a file, on a loop device. Needs root, and a machine that lets root mount. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pause } from './part.js';

export interface Disk {
  /** The mount point. */
  readonly folder: string;
  /** Data written before this call survives the cut. */
  readonly sync: () => void;
  /** From now on nothing reaches the disk, neither data nor the file system's own log. */
  readonly cutPower: () => Promise<void>;
  /** Mounts the disk as a rebooted machine finds it. Call it after the cut, once every process using it has ended. */
  readonly powerUp: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

const runMeanwhile = promisify(execFile);
const run = (command: string, ...args: string[]): void =>
  void execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });

/** FS_IOC_SHUTDOWN with «no flush of the journal», through perl: every Debian has it, and Node has no ioctl. */
const shutdownScript =
  'open(my $d, "<", $ARGV[0]) or die $!; my $how = pack("L", 2); ioctl($d, 0x8004587D, $how) or die $!';

export function makeDisk(megabytes = 1_024): Disk {
  const home = mkdtempSync(join(tmpdir(), 'fallwatch-disk-'));
  const [image, folder] = [join(home, 'image'), join(home, 'mounted')];
  const mount = (): void => run('mount', '-o', 'loop', image, folder);
  mkdirSync(folder);
  try {
    run('truncate', '-s', `${megabytes}M`, image);
    run('mkfs.ext4', '-q', '-F', image);
    mount();
  } catch (error) {
    rmSync(home, { recursive: true });
    throw error;
  }
  const unmount = async (): Promise<void> => {
    // A process killed a moment ago may still hold a file.
    for (let tries = 0; tries < 50; tries++) {
      try {
        return run('umount', folder);
      } catch {
        await pause(100);
      }
    }
    run('umount', '-l', folder);
  };
  run('chmod', '755', home, folder);
  return {
    folder,
    sync: () => run('sync', '-f', folder),
    cutPower: async () => void (await runMeanwhile('perl', ['-e', shutdownScript, folder])),
    powerUp: async () => {
      await unmount();
      mount();
    },
    remove: async () => {
      await unmount();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Why such a disk cannot be created here; undefined if it can. */
export async function whyNoDisk(): Promise<string | undefined> {
  try {
    await makeDisk(16).remove();
    return undefined;
  } catch (error) {
    return (error as Error).message.trim();
  }
}
