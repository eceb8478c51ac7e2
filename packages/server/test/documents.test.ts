import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { configTable } from '../src/config.js';

/**
 * Checks links, paths, settings, names of commands and imports in the documents. processes/commands.test.ts runs the
 * commands in `sh` blocks.
 */
const repository = fileURLToPath(new URL('../../../', import.meta.url));

const listFiles = (folder: string, ending: RegExp): string[] =>
  readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => ending.test(path))
    .map((path) => join(folder, path));

const read = (path: string): string => readFileSync(join(repository, path), 'utf8');

/** Blocks of code show answers and programs: what looks like a link or a path there is neither. */
const withoutBlocks = (text: string): string => text.replace(/^ *```[\s\S]*?^ *```$/gm, '');

const documentPaths = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...listFiles('docs', /\.md$/)];
const documents = documentPaths.map((path) => ({ path, text: withoutBlocks(read(path)) }));

/** With their blocks of code. */
const whole = [
  ...documentPaths,
  'packages/client/README.md',
  'packages/device/README.md',
  'packages/simulator/README.md',
].map((path) => ({
  path,
  text: read(path),
}));

/** As GitHub makes them: lower case, without signs, spaces become hyphens, a repeated heading gets a number. */
function listAnchors(path: string): Set<string> {
  const seen = new Map<string, number>();
  const anchors = [...withoutBlocks(read(path)).matchAll(/^#{1,6} +(.+?) *$/gm)].map(([, heading = '']) => {
    const anchor = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
  return new Set(anchors);
}

function isBroken(from: string, link: string): boolean {
  const [target = '', anchor] = decodeURI(link).split('#');
  const path = target === '' ? from : join(dirname(from), target);
  if (!existsSync(join(repository, path))) return true;
  return anchor !== undefined && !listAnchors(path).has(anchor);
}

const roots = [
  '',
  'packages/server/',
  'packages/server/src/',
  'packages/server/src/features/',
  ...['client', 'console', 'detection', 'device', 'simulator'].map((name) => `packages/${name}/`),
];

/** Read by others than config.ts: Node.js, the tests, HAProxy. */
const otherSettings = /^(NODE_ENV|NODE_EXTRA_CA_CERTS|TLS_CERTIFICATE|TEST_[A-Z_]+|FORMER_CHECKOUT)$/;
/** No settings: a code of the API, a type of alert, and the example of a misspelt setting. */
const otherCapitals = new Set(['HTTPS_REQUIRED', 'MONITORING_ENDED', 'LIMIT_SIGNUP']);

describe('documents', () => {
  test('every relative link leads to a file, and to a heading of it', () => {
    const links = documents.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\(([^)\s]+)\)|\b(?:src|href)="([^"]+)"/g)]
        .map(([, inText, inTag]) => inText ?? inTag ?? '')
        .filter((link) => !/^[a-z]+:/.test(link))
        .map((link) => ({ path, link })),
    );
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter(({ path, link }) => isBroken(path, link))).toEqual([]);
  });

  test('every path in backticks exists', () => {
    const paths = documents.flatMap(({ path, text }) =>
      [...text.matchAll(/`([\w.-]+\/[\w./-]+\.(?:ts|tsx|md|csv|sql|json))`/g)].map(([, named = '']) => ({
        path,
        named,
      })),
    );
    expect(paths.length).toBeGreaterThan(100);
    expect(paths.filter(({ named }) => !roots.some((root) => existsSync(join(repository, root, named))))).toEqual([]);
  });

  test('every setting in docs/operations.md is one that config.ts reads', () => {
    const settings = [...withoutBlocks(read('docs/operations.md')).matchAll(/`([A-Z]+(?:_[A-Z]+)+)(?:=[^`]*)?`/g)].map(
      ([, name = '']) => name,
    );
    expect(settings.length).toBeGreaterThan(50);
    const known = new Set(
      [...configTable().matchAll(/^\| (`[A-Z_` or]+`)/gm)].flatMap(([, names = '']) => names.match(/[A-Z_]+/g) ?? []),
    );
    const unknown = settings.filter(
      (name) => !known.has(name) && !otherSettings.test(name) && !otherCapitals.has(name),
    );
    expect(unknown).toEqual([]);
  });

  test('no comment cites a section of a document that is not in the repository', () => {
    const sources = readdirSync(join(repository, 'packages')).flatMap((name) =>
      ['src', 'test'].flatMap((folder) => listFiles(`packages/${name}/${folder}`, /\.tsx?$/)),
    );
    expect(sources.length).toBeGreaterThan(300);
    // In two pieces, so that this file is not its own finding.
    const citation = new RegExp(`${'Spec'} section`, 'i');
    expect(sources.filter((path) => citation.test(read(path)))).toEqual([]);
  });
});

interface Manifest {
  readonly name: string;
  readonly scripts: Readonly<Record<string, string>>;
}

const readManifest = (folder: string): Manifest => JSON.parse(read(join(folder, 'package.json')));

describe('commands and imports in the documents', () => {
  test('every npm script exists', () => {
    const packages = ['', ...readdirSync(join(repository, 'packages')).map((name) => `packages/${name}`)];
    const scripts = new Map(packages.map(readManifest).map((manifest) => [manifest.name, manifest.scripts ?? {}]));
    const commands = whole.flatMap(({ path, text }) =>
      [...text.matchAll(/\bnpm (?:run(?: --?[\w-]+)* ([\w:-]+)|(test|start)\b)(?: -w ([@\w/-]+))?/g)].map(
        ([command, script, builtIn, workspace = 'fallwatch']) => ({
          path,
          command,
          script: script ?? builtIn,
          workspace,
        }),
      ),
    );
    expect(commands.length).toBeGreaterThan(50);
    const missing = commands.filter(({ script = '', workspace }) => scripts.get(workspace)?.[script] === undefined);
    expect(missing).toEqual([]);
  });

  test('every named import of an example exists in its module', async () => {
    const imports = whole.flatMap(({ path, text }) =>
      [...text.matchAll(/^ *import \{ ([^}]+) \} from '([^'.][^']*)';$/gm)].flatMap(([, names = '', module = '']) =>
        names.split(', ').map((name) => ({ path, module, name: name.split(' as ')[0] ?? '' })),
      ),
    );
    expect(imports.length).toBeGreaterThan(5);
    const missing = [];
    for (const each of imports) if (!(each.name in (await import(each.module)))) missing.push(each);
    expect(missing).toEqual([]);
  });
});
