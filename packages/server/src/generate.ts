/** Writes the files that are generated from the code; with --check, fails if they are outdated. */
import { readFileSync, writeFileSync } from 'node:fs';
import { buildApp } from './app.js';
import { configTable, loadConfig } from './config.js';
import { createEventDocument } from './event-channels.js';
import { describeMetrics } from './platform/metric-table.js';
import { closePlatform, openPlatform } from './platform/platform.js';
import { createProcessState } from './process-state.js';

const root = new URL('../../../', import.meta.url);

async function openApiDocument(): Promise<string> {
  const platform = await openPlatform(
    { ...loadConfig({ LOG_LEVEL: 'silent' }), dataDir: 'memory' },
    createProcessState,
  );
  const { app } = await buildApp(platform);
  const document = app.swagger();
  await app.close();
  await closePlatform(platform);
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Replaces only the text between the markers. */
function withTable(text: string, name: string, table: string): string {
  const marked = new RegExp(`(<!-- ${name}: generated -->\\n)[\\s\\S]*?(<!-- end -->)`);
  if (!marked.test(text)) throw new Error(`docs/operations.md has no place for the table of ${name}`);
  return text.replace(marked, (_, begin: string, end: string) => `${begin}${table}\n${end}`);
}

const withTables = (text: string): string =>
  withTable(withTable(text, 'configuration', configTable()), 'metrics', describeMetrics());

const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

const files: Record<string, string> = {
  'docs/api/openapi.json': await openApiDocument(),
  'docs/api/asyncapi.json': `${JSON.stringify(createEventDocument(), null, 2)}\n`,
  'docs/operations.md': withTables(read('docs/operations.md')),
};

for (const [path, fresh] of Object.entries(files)) {
  if (!process.argv.includes('--check')) writeFileSync(new URL(path, root), fresh);
  else if (read(path) !== fresh) {
    process.stderr.write(`${path} is not fresh: run \`npm run generate\` and commit it\n`);
    process.exitCode = 1;
  }
}
