import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isFull } from './size.js';

const report = fileURLToPath(new URL('../../../../docs/reliability.md', import.meta.url));
const end = '<!-- proofs: to here -->';

/** Prints a line that the gate repeats at its end. At full size it is also this proof's row in the report. */
export function say(proof: string, measured: string): void {
  process.stdout.write(`proof: ${proof}: ${measured}\n`);
  if (isFull) writeRow(proof, measured);
}

function writeRow(proof: string, measured: string): void {
  const row = `| ${proof} | ${measured} | ${new Date().toISOString().slice(0, 10)} |`;
  const lines = readFileSync(report, 'utf8').split('\n');
  const before = lines.findIndex((line) => line.startsWith(`| ${proof} |`));
  lines.splice(before < 0 ? lines.indexOf(end) : before, before < 0 ? 0 : 1, row);
  writeFileSync(report, lines.join('\n'));
}
