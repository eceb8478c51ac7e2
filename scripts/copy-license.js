/** Runs before `npm pack`, in the folder of the package: its tarball carries the licence, the repository holds it once. */
import { copyFileSync } from 'node:fs';

copyFileSync(new URL('../LICENSE', import.meta.url), 'LICENSE');
