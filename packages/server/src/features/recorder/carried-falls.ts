/** After an outage the journal holds hundreds of falls, and each takes several round trips and a commit. */
import type { DetectedFall } from '../falls/recording.service.js';

/** Of the ten connections for requests. */
const peopleAtOnce = 6;

/**
 * Records falls of different people at once, and those of one person in their order. Ends when nothing is running any
 * more, also after a failure: the same fall must not be recorded twice at once.
 */
export async function recordFalls(
  falls: readonly DetectedFall[],
  record: (fall: DetectedFall) => Promise<void>,
): Promise<void> {
  const byPerson = new Map<string, DetectedFall[]>();
  for (const fall of falls) byPerson.set(fall.userId, [...(byPerson.get(fall.userId) ?? []), fall]);
  const people = [...byPerson.values()];
  const work = async (): Promise<void> => {
    for (let own = people.shift(); own; own = people.shift()) for (const fall of own) await record(fall);
  };
  const results = await Promise.allSettled(Array.from({ length: peopleAtOnce }, work));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
