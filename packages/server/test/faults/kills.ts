import { randomInt } from 'node:crypto';
import { type Part, pause } from './part.js';

/** An incident lasts a minute: impacts of one device are further apart than that. */
const readingsBetweenImpacts = 100;

/** Of readings a second apart: devices have their impacts at different times. */
export function isImpact(device: number, reading: number): boolean {
  return reading % readingsBetweenImpacts === 3 + (device % 10);
}

/** Every part once in each round, in random order. */
export async function killInTurn(parts: readonly Part[], kills: number): Promise<Map<string, number>> {
  const killed = new Map<string, number>();
  let round: Part[] = [];
  for (let count = 0; count < kills; count++) {
    if (round.length === 0) round = [...parts];
    const [part] = round.splice(randomInt(round.length), 1) as [Part];
    await pause(randomInt(200, 1_500));
    await part.kill();
    killed.set(part.name, (killed.get(part.name) ?? 0) + 1);
    await pause(randomInt(50, 1_000));
    await part.start();
  }
  return killed;
}
