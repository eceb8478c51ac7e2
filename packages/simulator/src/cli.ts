#!/usr/bin/env node
import { Command, InvalidArgumentError, Option } from 'commander';
import { load } from './load/load.js';
import { motionNames } from './motion/motions.js';
import { replayRecordings, simulateScenario } from './runs.js';
import { scenarioNames } from './scenarios.js';
import { qualities } from './sensing.js';

/** `npm run simulate`, or the command of the installed package: virtual wearables against a Fallwatch service. */
const program = new Command('fallwatch-simulator').description('Virtual wearables that move like people');

function count(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('Expected a whole number from 1.');
  return value;
}

function rate(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 10)) throw new InvalidArgumentError('Expected a number above 0, at most 10.');
  return value;
}

const url = () => new Option('--url <address>', 'the service, without /api').default('http://localhost:3000');
const devices = (many: number) => new Option('--devices <count>', 'how many wearables').argParser(count).default(many);
const seconds = () => new Option('--seconds <count>', 'stop after this long; else with Ctrl-C').argParser(count);
const quality = () => new Option('--quality <kind>', 'what each reading carries').choices(qualities).default('burst');
const paired = () => new Option('--paired', 'pair each device, and send with its own credential and buffer');
const seed = () => new Option('--seed <text>', 'the same seed, the same movements').default('1');

program
  .command('run', { isDefault: true })
  .description('people who live through a scenario; a table shows how each device stands')
  .addOption(devices(20))
  .addOption(new Option('--scenario <name>', 'what they do').choices(scenarioNames).default('ward-night'))
  .addOption(new Option('--motion <name>', 'the same motion again and again instead').choices(motionNames))
  .addOption(quality())
  .addOption(seconds())
  .addOption(seed())
  .addOption(paired())
  .addOption(url())
  .action(simulateScenario);

program
  .command('replay')
  .description('recorded trials of FALL_DATA_DIR, one on each wearable')
  .requiredOption('--set <name>', 'folder of the set, such as weda-fall')
  .option('--code <code>', 'only trials of this activity, such as F04')
  .addOption(new Option('--data <folder>', 'the recordings').env('FALL_DATA_DIR').makeOptionMandatory())
  .addOption(devices(10))
  .addOption(quality())
  .addOption(paired())
  .addOption(url())
  .action(replayRecordings);

program
  .command('load')
  .description('readings at a constant rate, from many devices, to a service on this machine made for the purpose')
  .addOption(devices(1_000))
  .addOption(new Option('--rate <hz>', 'readings of each device in a second').argParser(rate).default(1))
  .addOption(seconds().default(120))
  .addOption(new Option('--connections <count>', 'kept open, shared by the devices').argParser(count).default(500))
  .addOption(quality().default('peak'))
  .addOption(new Option('--out <folder>', 'where the figures go').default('load-report'))
  .addOption(url())
  .action(load);

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
