/**
 * Writes the detector as C for a device: `npm run export:c -w @fallwatch/detection -- burst-wrist OUTDIR`. Each model
 * gets a folder with its tables and the sources of packages/detection/c; without a name, all nine.
 */
import { join, resolve } from 'node:path';
import { listModels, writeSources } from './cSources.js';
import { progress, repositoryRoot } from './settings.js';

const cSources = join(repositoryRoot, 'packages/detection/c');

function main(): void {
  const words = process.argv.slice(2);
  const models = listModels();
  const names = words.filter((word) => models.some(({ name }) => name === word));
  const folders = words.filter((word) => !names.includes(word));
  if (folders.length > 1 || folders.some((word) => /^(burst|peak|instant)-/.test(word))) {
    throw new Error(`expected models (${models.map(({ name }) => name).join(', ')}) and a folder`);
  }
  // npm runs the command in the package's folder, but a path is meant from where the user is.
  // biome-ignore lint/style/noProcessEnv: set by npm
  const folder = resolve(process.env.INIT_CWD ?? repositoryRoot, folders[0] ?? join(repositoryRoot, '.data/c'));
  for (const model of models.filter(({ name }) => names.length === 0 || names.includes(name))) {
    writeSources(model, cSources, join(folder, model.name));
    progress(join(folder, model.name));
  }
}

main();
