/** Writes docs/scenarios.md: what each motion comes to. With --check, fails if it is not fresh. */
import { readFileSync, writeFileSync } from 'node:fs';
import { type Assessment, detectorVersion } from '@fallwatch/detection';
import { Body } from './motion/body.js';
import { type MotionName, motionNames, motions } from './motion/motions.js';
import type { Site } from './motion/postures.js';
import { outcomeOf, wakesSomebody } from './outcome.js';
import { scenarioNames, scenarios } from './scenarios.js';
import { type Quality, qualities } from './sensing.js';

const file = new URL('../../../docs/scenarios.md', import.meta.url);
const sites: readonly Site[] = ['waist', 'wrist'];
/** People who perform each motion, and the moments of the second at which their devices send. */
const people = 10;
const offsets = [0, 24];

/** All outcomes of a motion, the weakest first. */
function outcomesOf(motion: MotionName, site: Site): Record<Quality, Assessment[]> {
  const outcomes: Record<Quality, Assessment[]> = { instant: [], peak: [], burst: [] };
  for (let person = 1; person <= people; person += 1) {
    const samples = new Body(site, `table ${person}`).perform(motion);
    for (const quality of qualities)
      for (const offset of offsets) outcomes[quality].push(outcomeOf(samples, { site, quality, offset }));
  }
  for (const quality of qualities) outcomes[quality].sort((a, b) => a.confidence - b.confidence);
  return outcomes;
}

const flaws: string[] = [];

function rowsOf(motion: MotionName): string[] {
  return sites.flatMap((site) => {
    const outcomes = outcomesOf(motion, site);
    return qualities.map((quality) => {
      const own = outcomes[quality];
      const typical = own[Math.floor(own.length / 2)] as Assessment;
      const woken = own.filter(wakesSomebody).length;
      const { isFall } = motions[motion];
      const wrong = isFall ? own.length - woken : woken;
      if (wrong > 0)
        flaws.push(line(motion, site, quality, `${wrong} of ${own.length} ${isFall ? 'missed' : 'alarm'}`));
      const level = `${typical.level} ${typical.confidence.toFixed(2)}`;
      return line(motion, site, quality, level, `${woken} of ${own.length}`, typical.explanation.summary);
    });
  });
}

function line(...cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function sectionOf(isFall: boolean): string {
  const names = motionNames.filter((name) => motions[name].isFall === isFall);
  return `| motion | what the person does |
|---|---|
${names.map((name) => line(`\`${name}\``, motions[name].description)).join('\n')}

| motion | site | sent as | level | alarms | explanation |
|---|---|---|---|---|---|
${names.flatMap(rowsOf).join('\n')}`;
}

function flawsSection(): string {
  if (flaws.length === 0) return 'Nowhere in these motions.';
  return `Falls that wake nobody, and alarms without a fall:

| motion | site | sent as | of all trials |
|---|---|---|---|
${flaws.join('\n')}

An instant a second sees an impact only by luck and has to go by the posture after it: it misses falls, and comes close to an alarm when a resting body turns. Peak-hold costs ten lines of firmware.`;
}

const [falls, others] = [sectionOf(true), sectionOf(false)];
const scenarioRows = scenarioNames.map((name) => {
  const { description, minutesBetweenFalls, minutesBetweenLosses } = scenarios[name];
  return line(`\`${name}\``, description, `${minutesBetweenFalls} min`, `${minutesBetweenLosses} min`);
});

const fresh = `# Scenarios: what each motion comes to

Written by \`npm run generate\`, from the motions of \`packages/simulator/src/motion\` and detector ${detectorVersion}. **The firmware author's first check**: let your device make one of these motions, and compare what the service answers.

The motions are written from first principles, not recorded: postures that turn as people turn, free fall, a landing that takes away the speed of the fall, the body ringing out, breathing rest. What a gyroscope sees follows from the turns, what an accelerometer sees from posture and forces. They are plausible, not evidence: how well real recordings are told apart is in [detection.md](detection.md).

${people} people perform each motion, and each is sent at ${offsets.length} moments of the second. **Level** and **explanation** are those of the middle one of these ${people * offsets.length}, at its strongest second. **Alarms** counts those that reach POTENTIAL or more, which wakes somebody. What «instant», «peak» and «burst» mean is in [devices.md](devices.md). To send one to a service, see the [simulator](../packages/simulator/README.md).

## Falls

${falls}

## No falls

${others}

## Where it errs

${flawsSection()}

The drop onto a table is one of three centimetres. From six, onto a harder spot, 45 of 320 drops sent as peak-hold from the wrist reached POTENTIAL when this was written, and none sent as bursts: a hard blow followed by perfect stillness is much of what a fall looks like.

## Scenarios of the simulator

| scenario | what goes on | each falls about every | each loses Wi-Fi about every |
|---|---|---|---|
${scenarioRows.join('\n')}
`;

if (!process.argv.includes('--check')) writeFileSync(file, fresh);
else if (readFileSync(file, 'utf8') !== fresh) {
  process.stderr.write('docs/scenarios.md is not fresh: run `npm run generate` and commit it\n');
  process.exitCode = 1;
}
