import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Where the recordings lie (see docs/detection.md for their sources). */
// biome-ignore lint/style/noProcessEnv: the study is a tool of its own, this is its only setting
export const dataDir = resolve(root, process.env.FALL_DATA_DIR ?? '../shared/fall-data');
export const repositoryRoot = root;
export const seed = 20_26;

export function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}
