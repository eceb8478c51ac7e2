import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Command } from 'commander';
import { addBackupCommands } from './backup-commands.js';
import { addCellCommands } from './cell-commands.js';
import { ConfigError, loadConfig } from './config.js';
import { seedDemo } from './demo/seed.js';
import { archiveReadings } from './features/archive/archive.service.js';
import { checkArchive, deleteUnknown } from './features/archive/check.service.js';
import { eraseFromArchive } from './features/archive/erasure.service.js';
import { detectorVersions, exportLabels, replayFall } from './features/falls/evidence.service.js';
import { listSetAside, putBackSetAside } from './features/recorder/set-aside.service.js';
import { printResetLink } from './features/recovery/passwords.service.js';
import { removeSecondFactors } from './features/second-factors/second-factors.service.js';
import { findSetupUrl } from './features/setup/setup.service.js';
import { toReplyUrl } from './features/sms/sms.service.js';
import { findUserByEmail } from './features/users/users.service.js';
import { createContext, type Platform, system } from './platform/context.js';
import { closePlatform, openPlatform } from './platform/platform.js';
import { version } from './platform/version.js';
import { createProcessState } from './process-state.js';
import { ensureAdmin, migrateDatabase, prepareDatabase } from './setup.js';

/** Commands for operators. Uses the same environment as the server. */
const program = new Command('fallwatch').version(version).description('Fallwatch upkeep from the command line');

program
  .command('migrate')
  .description('bring the database up to date')
  .action(() =>
    withPlatform(async (platform) => {
      const applied = await migrateDatabase(platform.config, platform, platform.log);
      say(applied.length > 0 ? `Applied ${applied.join(', ')}` : 'The database is up to date');
    }),
  );

program
  .command('create-admin')
  .description('create an admin account, if there is none with this e-mail')
  .requiredOption('--email <address>', 'e-mail of the admin')
  .option('--password <password>', 'better left out: it is asked for, or read from standard input')
  .action(({ email, password }: { email: string; password?: string }) =>
    withPlatform(async (platform) => {
      await prepareDatabase(platform);
      const { isNew, role } = await ensureAdmin(platform, email, password ?? (await askPassword()));
      say(
        isNew
          ? `Admin ${email} created`
          : `There is an account ${email} already, with role ${role}; nothing was changed`,
      );
      if (role !== 'ADMIN') process.exitCode = 1;
    }),
  );

program
  .command('reset-password')
  .description('print a link that sets a new password; it works once, within 24 hours')
  .requiredOption('--email <address>', 'e-mail of the account')
  .action(({ email }: { email: string }) =>
    withPlatform(async (platform) => {
      const { url, expiresAt } = await printResetLink(createContext(platform, system), email);
      say(`${url}\nValid until ${expiresAt}. Whoever opens it can set the password: pass it on with care.`);
    }),
  );

program
  .command('setup-code')
  .description('the link that creates the first admin, while there is none')
  .action(() =>
    withPlatform(async (platform) => {
      await prepareDatabase(platform);
      say((await findSetupUrl(createContext(platform, system))) ?? 'There is an admin already: sign in.');
    }),
  );

program
  .command('remove-second-factors')
  .description('remove the authenticator app and all passkeys of an account, for the last admin who has lost them')
  .requiredOption('--email <address>', 'e-mail of the account')
  .action(({ email }: { email: string }) =>
    withPlatform(async (platform) => {
      const ctx = createContext(platform, system);
      const user = await findUserByEmail(ctx, email);
      if (!user) throw new Error(`There is no account ${email}`);
      await removeSecondFactors(ctx, user.id);
      say(`${email} now signs in with the password alone; all sessions of the account have ended`);
    }),
  );

program
  .command('replay')
  .description('judge a recorded fall again, by two versions of the detector')
  .argument('<fall>', 'id of the fall')
  .option('--from <version>', `one of ${detectorVersions.join(', ')}`, detectorVersions.at(-1))
  .option('--to <version>', 'the version to compare with', detectorVersions[0])
  .action((fallId: string, { from, to }: { from: string; to: string }) =>
    withPlatform(async (platform) => {
      const difference = await replayFall(createContext(platform, system), fallId, from, to);
      for (const { detectorVersion, level, confidence, explanation } of [difference.from, difference.to])
        say(
          `${detectorVersion.padEnd(14)} ${level.padEnd(11)} ${confidence.toFixed(4)}  ${explanation?.summary ?? ''}`,
        );
      say(
        `${difference.levelChanged ? 'Another' : 'The same'} level, confidence ${difference.confidenceChange.toFixed(4)}`,
      );
    }),
  );

program
  .command('export-labels')
  .description('falls that people have given an outcome, with their evidence, as JSON lines')
  .action(() =>
    withPlatform(async (platform) => {
      for await (const line of exportLabels(createContext(platform, system))) say(line);
    }),
  );

program
  .command('sms-reply-url')
  .description('the address that the provider of text messages calls with replies')
  .action(() => withPlatform(async (platform) => say(toReplyUrl(platform))));

program
  .command('set-aside')
  .description('list records of the journal that could not be stored')
  .option('--put-back', 'give them to the journal again, for a release that can read them')
  .action(({ putBack }: { putBack?: true }) =>
    withPlatform(async (platform) => {
      const ctx = createContext(platform, system);
      for (const { refusedAt, bytes, problem, digest } of await listSetAside(ctx))
        say(`${refusedAt}  ${digest.toString('hex', 0, 6)}  ${bytes.length} bytes  ${problem}`);
      if (putBack) say(`Put back: ${await putBackSetAside(ctx)}`);
    }, loadConfig().natsUrl),
  );

program
  .command('archive')
  .description('move closed days of readings to the archive now, erase deleted devices from it, and check every file')
  .option('--check', 'only check')
  .option('--delete-unknown', 'delete files that are not in the list, such as those of a time that the database lost')
  .action((options: { check?: true; deleteUnknown?: true }) =>
    withPlatform(async (platform) => {
      const ctx = createContext(platform, system);
      if (options.deleteUnknown) say(`Deleted: ${await deleteUnknown(ctx)}`);
      if (!options.check) await archiveReadings(ctx);
      if (!options.check) await eraseFromArchive(ctx);
      const { files, readings, bytes, problems, unknown } = await checkArchive(ctx);
      say(`${files} files, ${readings} readings, ${bytes} bytes; not in the list: ${unknown.length}`);
      for (const line of [...problems, ...unknown.map((object) => `not in the list: ${object}`)]) say(line);
      if (problems.length > 0) process.exitCode = 1;
    }),
  );

program
  .command('seed-demo')
  .description('fill an empty database with invented people and weeks of their history; all get one password')
  .action(async () => {
    for (const person of await seedDemo(loadConfig(), await askPassword())) say(JSON.stringify(person));
  });

addBackupCommands(program, withPlatform, say);
addCellCommands(program, withPlatform, say);

async function withPlatform(work: (platform: Platform) => Promise<void>, natsUrl: string | null = null): Promise<void> {
  const platform = await openPlatform({ ...loadConfig(), redisUrl: null, natsUrl }, createProcessState);
  try {
    await work(platform);
  } finally {
    await closePlatform(platform);
  }
}

async function askPassword(): Promise<string> {
  // Readline echoes input to its output: discard it.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: process.stdin.isTTY });
  try {
    if (process.stdin.isTTY) process.stderr.write('Password (not shown): ');
    const { value } = await terminal[Symbol.asyncIterator]().next();
    if (process.stdin.isTTY) process.stderr.write('\n');
    return String(value ?? '');
  } finally {
    terminal.close();
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

program.parseAsync().catch((error: unknown) => {
  const problems = error instanceof ConfigError ? error.problems : [];
  process.stderr.write(`${[(error as Error).message, ...problems].join('\n  - ')}\n`);
  process.exitCode = 1;
});
