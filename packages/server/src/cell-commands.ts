import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { loadConfig } from './config.js';
import { asMover, finishMoves, movePerson } from './features/cells/moving.service.js';
import { createContext, type Platform, system } from './platform/context.js';

type WithPlatform = (work: (platform: Platform) => Promise<void>, natsUrl: string | null) => Promise<void>;

interface Options {
  readonly to: string;
  readonly databaseFile: string;
  readonly person?: readonly string[];
  readonly finish?: true;
}

/** docs/cells.md, «Moving people». */
export function addCellCommands(program: Command, withPlatform: WithPlatform, say: (line: string) => void): void {
  program
    .command('move')
    .description('move people to another cell, with everybody they care for or are cared for by')
    .requiredOption('--to <cell>', 'name of the other cell')
    .requiredOption('--database-file <path>', 'file with the address of its database, as in DATABASE_URL')
    .option('--person <email...>', 'one of each group that moves')
    .option('--finish', 'only finish the moves of a command that ended early')
    .action(async ({ to, databaseFile, person = [], finish }: Options) => {
      if ((person.length === 0) !== Boolean(finish)) throw new Error('move needs either --person or --finish');
      const databaseUrl = readFileSync(databaseFile, 'utf8').trim();
      await withPlatform(
        (platform) =>
          asMover(createContext(platform, system), { cell: to, databaseUrl }, async (mover) => {
            for (const email of person) say(`${email}: ${await movePerson(mover, email)} people are in the cell ${to}`);
            say(`Readings: ${await finishMoves(mover)} moves are finished`);
          }),
        loadConfig().natsUrl,
      );
    });
}
