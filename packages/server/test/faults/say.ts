import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Verdict } from './checker.js';
import type { Journal } from './journal.js';
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

export const formatCounts = (counts: ReadonlyMap<string | number, number>): string =>
  [...counts].map(([name, count]) => `${name} ${count}`).join(', ') || 'none';

/** The comparison of journal and database, in counts. */
export function summarizeCounts(journal: Journal, verdict: Verdict): string {
  const { accepted, lost, duplicated, falls, lostFalls, doubledFalls, halves } = verdict;
  return (
    `accepted ${accepted}, lost ${lost.length}, duplicated ${duplicated.length}; falls ${falls}, ` +
    `lost ${lostFalls.length}, duplicated ${doubledFalls.length}, without all alerts ${halves.length}; 5xx other than 503: ${journal.faults.length}; ` +
    `slowest ${Math.round(journal.slowestMs)} ms`
  );
}
