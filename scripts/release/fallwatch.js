#!/usr/bin/env -S node --max-semi-space-size=64
/** `fallwatch`: the service. `fallwatch demo`: the demo. Everything else is a command of the service. */
const [, , first = 'start'] = process.argv;
const programs = { start: 'server/dist/main.js', demo: 'simulator/dist/demo/demo.js' };
await import(`../packages/${programs[first] ?? 'server/dist/cli.js'}`);
