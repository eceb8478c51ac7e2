import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** Writes a gzip file beside each asset: compressed once in the build, not for each request. */
const compress: Plugin = {
  name: 'compress',
  apply: 'build',
  closeBundle() {
    const folder = new URL('dist/assets/', import.meta.url);
    for (const name of readdirSync(folder)) {
      const file = new URL(name, folder);
      writeFileSync(new URL(`${name}.gz`, folder), gzipSync(readFileSync(file), { level: 9 }));
    }
  },
};

/** Lists all scripts and styles in shell.json: the service worker caches them, so that the app opens offline. */
const listShell: Plugin = {
  name: 'list-shell',
  apply: 'build',
  generateBundle(_, bundle) {
    const assets = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
    const paths = assets.map((name) => `/${name}`);
    this.emitFile({ type: 'asset', fileName: 'shell.json', source: JSON.stringify(paths) });
  },
};

export default defineConfig({
  plugins: [compress, listShell],
  build: {
    // Browsers of the last three years: old phones in care homes still get those.
    target: 'es2022',
    // No data: URLs: the content security policy allows them for images only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The packages in the bundle, with their licences: `npm run sbom` names them too.
    license: { fileName: 'licenses.json' },
    // kB before compression. test/size.test.ts limits the first load.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // One file of all used icons: otherwise each icon that two pages share is a request of its own.
      output: { codeSplitting: { groups: [{ name: 'icons', test: /@tabler/ }] } },
      // "use client" is for frameworks that render on a server. Here it has no effect, so its warnings are left out.
      onLog: (level, log, report) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && report(level, log),
    },
  },
  server: { proxy: { '/api': 'http://localhost:3000' } },
});
