import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** A compressed twin beside each asset: packed once here, not for every visitor. */
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

export default defineConfig({
  plugins: [compress],
  build: {
    // Browsers of the last three years: what old phones in care homes still get.
    target: 'es2022',
    // No data: addresses, so that the content policy can forbid them for everything but images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Before packing. What counts is the first load, which a test measures.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // "use client" means something to frameworks that render on a server; here everything is the client.
      onLog: (level, log, report) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && report(level, log),
    },
  },
  server: { proxy: { '/api': 'http://localhost:3000' } },
});
