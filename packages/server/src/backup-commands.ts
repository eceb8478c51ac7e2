import { join } from 'node:path';
import type { Command } from 'commander';
import { type Config, loadConfig } from './config.js';
import { backUpEmbedded, backUpServers, checkBackup } from './features/backup/backup.service.js';
import type { Manifest } from './features/backup/manifest.js';
import { restoreDatabase, restoreJournal } from './features/backup/restore.service.js';
import { receiveWal } from './features/backup/wal-receiver.js';
import type { Platform } from './platform/context.js';

type WithPlatform = (work: (platform: Platform) => Promise<void>, natsUrl: string | null) => Promise<void>;

/** docs/operations.md, «Backups». */
export function addBackupCommands(program: Command, withPlatform: WithPlatform, say: (line: string) => void): void {
  program
    .command('backup')
    .description('copy the database and the journal into a new folder, or check such a folder')
    .option('--to <folder>', 'where the new folder is created')
    .option('--check <backup>', 'read a backup again, every byte, and compare it with its manifest')
    .action(async ({ to, check }: { to?: string; check?: string }) => {
      if ((to === undefined) === (check === undefined)) throw new Error('backup needs either --to or --check');
      if (check !== undefined) return say(`Sound: ${describe(await checkBackup(check))}`);
      const backup = await makeBackup(loadConfig(), to as string, withPlatform);
      say(`${backup}\n${describe(await checkBackup(backup))}`);
    });

  program
    .command('restore')
    .description('write the database of a backup into a new data folder; PostgreSQL must not run on it')
    .requiredOption('--from <backup>', 'folder of the backup')
    .requiredOption('--data <folder>', 'data folder of PostgreSQL, or DATA_DIR of the embedded database; new or empty')
    .option('--wal <folder>', 'WAL received since the backup, by receive-wal or archive_command')
    .option('--until <time>', 'with --wal: go no further than this time')
    .action(async ({ from, data, wal, until }: { from: string; data: string; wal?: string; until?: string }) => {
      const manifest = await restoreDatabase({ backup: from, data, wal: wal ?? null, until: until ?? null });
      say(describe(manifest));
      say(
        `Written to ${data}. Its owner must be the user that runs the database. Next: docs/operations.md, «Restore».`,
      );
    });

  program
    .command('restore-journal')
    .description('put the records of a backup into the journal again, once PostgreSQL and NATS run')
    .requiredOption('--from <backup>', 'folder of the backup')
    .action(({ from }: { from: string }) =>
      withPlatform(
        async (platform) => say(`Put back: ${await restoreJournal(platform, from)} records`),
        loadConfig().natsUrl,
      ),
    );

  program
    .command('receive-wal')
    .description('receive the write-ahead log of PostgreSQL as it is written, until it is stopped')
    .requiredOption('--to <folder>', 'on another machine than the database; the log is in the folder wal in it')
    .option('--synchronous', 'write each commit to the disk at once, so that PostgreSQL can wait for it')
    .option('--name <name>', 'for synchronous_standby_names; two receivers need different ones', 'fallwatch_wal')
    .action(({ to, name, synchronous = false }: { to: string; name: string; synchronous?: boolean }) => {
      const url = replicationUrl(loadConfig());
      return receiveWal({ url, folder: join(to, 'wal'), name, isSynchronous: synchronous, report: say });
    });
}

async function makeBackup(config: Config, to: string, withPlatform: WithPlatform): Promise<string> {
  if (config.databaseUrl === null) return backUpEmbedded(config.dataDir, to);
  let backup = '';
  await withPlatform(async (platform) => {
    backup = await backUpServers(platform, replicationUrl(config), to);
  }, config.natsUrl);
  return backup;
}

function replicationUrl({ backupDatabaseUrl, databaseUrl }: Config): string {
  const url = backupDatabaseUrl ?? databaseUrl;
  if (url === null) throw new Error('The embedded database has no write-ahead log to receive: set DATABASE_URL');
  return url;
}

function describe({ startedAt, finishedAt, version, database, journal }: Manifest): string {
  const seconds = Math.round((Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000);
  const engine = database.serverVersion === null ? 'embedded database' : `PostgreSQL ${database.serverVersion}`;
  return (
    `${engine}, ${database.files} files, ${(database.bytes / 1e6).toFixed(1)} MB, ` +
    `${journal ? `${journal.records} records of the journal` : 'no journal'}; ` +
    `begun ${startedAt}, ${seconds} s, by Fallwatch ${version}`
  );
}
