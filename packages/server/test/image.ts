/** The image without a container engine: what the Dockerfile's last stage copies, in a folder, and its settings. */
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../../../', import.meta.url));

const [, , lastStage = ''] = readFileSync(join(repository, 'Dockerfile'), 'utf8')
  .replace(/\\\n/g, '')
  .split(/^FROM /m);

function readLine(pattern: RegExp): string {
  const [, found] = pattern.exec(lastStage) ?? [];
  if (found === undefined) throw new Error(`the Dockerfile has no ${pattern}`);
  return found;
}

export const imageEnv: Readonly<Record<string, string>> = Object.fromEntries(
  readLine(/^ENV (.+)$/m)
    .split(' ')
    .map((pair) => pair.split('=')),
);
export const imageCommand: readonly string[] = JSON.parse(readLine(/^CMD (\[.+\])$/m));
export const imageHealthCheck: readonly string[] = JSON.parse(readLine(/^HEALTHCHECK .*CMD (\[.+\])$/m));

/** Copies the built checkout as the image has it. The SBOM is left out: only a build of the image writes it. */
export function layOutImage(folder: string): void {
  for (const [, line = ''] of lastStage.matchAll(/^COPY --from=build (.+)$/gm)) {
    const words = line.split(' ');
    const target = words.pop() as string;
    for (const source of words.map((word) => word.replace('/app/', ''))) {
      if (source === 'sbom.json') continue;
      if (source === 'node_modules') copyModules(join(folder, target));
      else
        cpSync(join(repository, source), join(folder, target, target.endsWith('/') ? lastPart(source) : ''), {
          recursive: true,
        });
    }
  }
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

interface Locked {
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** What `npm ci --omit=dev --workspace @fallwatch/server` installs: all that the server depends on, by the lock file. */
function copyModules(target: string): void {
  for (const [path, { link, resolved }] of listRuntimePackages()) {
    const place = join(target, '..', path);
    mkdirSync(dirname(place), { recursive: true });
    if (link) symlinkSync(join('../..', resolved as string), place);
    else
      cpSync(join(repository, path), place, { recursive: true, filter: (from) => lastPart(from) !== 'node_modules' });
  }
}

function listRuntimePackages(): Map<string, Locked> {
  const locked: Record<string, Locked> = JSON.parse(
    readFileSync(join(repository, 'package-lock.json'), 'utf8'),
  ).packages;
  const found = new Map<string, Locked>();
  const follow = (from: string): void => {
    const { dependencies, optionalDependencies, peerDependencies } = locked[from] as Locked;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const path = resolve(locked, from, name);
      if (path === undefined || found.has(path) || !existsSync(join(repository, path))) continue;
      const entry = locked[path] as Locked;
      found.set(path, entry);
      follow(entry.link ? (entry.resolved as string) : path);
    }
  };
  follow('packages/server');
  return found;
}

/** As Node.js looks for it: in node_modules beside the package, then further up. */
function resolve(locked: Record<string, Locked>, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = join(folder, 'node_modules', name);
    if (locked[path]) return path;
    if (folder === '') return undefined;
  }
}
