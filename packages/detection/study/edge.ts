/**
 * Compares edge mode with a reading every second: falls found, false alarms, requests and bytes. `-- --set kiel,dsads`
 * runs some sets, `-- --check` fails outside the limits, `-- --requests FILE` writes the bodies of a day of real wear
 * for the benchmark of the server's CPU.
 */
import { writeFileSync } from 'node:fs';
import { comparedSets, listBodies, type Measured, measureSet, type Traffic } from './edgeSets.js';
import { progress } from './settings.js';

const pointsAllowed = 0.5;
const factorWanted = 30;

const percent = (part: number, whole: number) => (whole === 0 ? Number.NaN : (100 * part) / whole);
const shown = (value: number) => (Number.isNaN(value) ? '–' : `${value.toFixed(1)} %`);
const perDay = (value: number, { seconds }: Traffic) => (value * 86_400) / seconds;

function toShares({ every, edge }: Measured) {
  return {
    found: [percent(every.found, every.falls), percent(edge.found, edge.falls)] as const,
    alarmed: [percent(every.alarmed, every.others), percent(edge.alarmed, edge.others)] as const,
  };
}

function describeDetection(measured: Measured): string {
  const { found, alarmed } = toShares(measured);
  const { falls, others } = measured.every;
  return `| ${measured.name} | ${falls} | ${found.map(shown).join(' | ')} | ${others} | ${alarmed.map(shown).join(' | ')} |`;
}

function describeTraffic({ name, everyTraffic, edgeTraffic }: Measured): string {
  const requests = [perDay(everyTraffic.requests, everyTraffic), perDay(edgeTraffic.requests, edgeTraffic)] as const;
  const bytes = [perDay(everyTraffic.bytes, everyTraffic), perDay(edgeTraffic.bytes, edgeTraffic)] as const;
  const figures = [
    requests[0].toFixed(0),
    requests[1].toFixed(0),
    (requests[0] / requests[1]).toFixed(1),
    (bytes[0] / 1e6).toFixed(1),
    (bytes[1] / 1e6).toFixed(2),
    (bytes[0] / bytes[1]).toFixed(1),
  ];
  return `| ${name} | ${figures.join(' | ')} |`;
}

function findWorst(all: readonly Measured[]): number {
  const pairs = all.map(toShares).flatMap(({ found, alarmed }) => [found, alarmed]);
  return Math.max(...pairs.map(([one, other]) => Math.abs(one - other)).filter((difference) => difference >= 0));
}

const isRealWear = ({ name }: { readonly name: string }) => name.startsWith('Pixel');

function main(): void {
  const words = process.argv.slice(2);
  const file = words.includes('--requests') ? words[words.indexOf('--requests') + 1] : undefined;
  if (file !== undefined) {
    const wear = comparedSets.filter(isRealWear).map(listBodies)[0];
    writeFileSync(file, JSON.stringify(wear));
    return;
  }
  const only = words.includes('--set') ? words[words.indexOf('--set') + 1]?.split(',') : undefined;
  const all = comparedSets
    .filter(({ dataset }) => only === undefined || only.includes(dataset))
    .map((set) => {
      progress(set.name);
      return measureSet(set);
    });
  const lines = [
    '| recordings | falls | found, every second | found, edge | other trials | alert, every second | alert, edge |',
    '|---|---|---|---|---|---|---|',
    ...all.map(describeDetection),
    '',
    '| a day of | requests, every second | edge | factor | MB, every second | edge | factor |',
    '|---|---|---|---|---|---|---|',
    ...all.map(describeTraffic),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  const worst = findWorst(all);
  progress(`largest difference: ${worst.toFixed(2)} points (≤ ${pointsAllowed})`);
  const wear = all.find(isRealWear);
  const factor = wear ? wear.everyTraffic.requests / wear.edgeTraffic.requests : Number.NaN;
  progress(`real wear: ${factor.toFixed(1)} times fewer requests (≥ ${factorWanted})`);
  if (words.includes('--check') && !(worst <= pointsAllowed && !(factor < factorWanted))) process.exitCode = 1;
}

main();
