/** A kinder word than Node's stack when somebody starts before building. */
import { existsSync } from 'node:fs';

if (!existsSync(new URL('../packages/server/dist/main.js', import.meta.url))) {
  process.stderr.write('Nothing is built yet: run `npm run build` first.\n');
  process.exitCode = 1;
}
