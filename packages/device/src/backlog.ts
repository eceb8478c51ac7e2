import type { BufferedReading, ReadingBuffer } from './buffer.js';
import { findImpact, type Impact, isNear, type UnmarkedReading } from './marking.rules.js';

/** The buffer with its marks: readings near an impact are kept longest. */
export class Backlog {
  readonly #buffer: ReadingBuffer;
  #impact: Impact | undefined;
  /** Buffered quiet readings that an impact may still follow within ten seconds. */
  #recent: readonly BufferedReading[] = [];

  constructor(buffer: ReadingBuffer) {
    this.#buffer = buffer;
  }

  /** To be called for each reading, also for those that are not added. */
  note(reading: UnmarkedReading): void {
    this.#impact = findImpact(reading) ?? this.#impact;
  }

  /** Returns the readings as they are stored. */
  async add(unmarked: readonly UnmarkedReading[]): Promise<readonly BufferedReading[]> {
    const added = unmarked.map((reading) => ({ ...reading, isQuiet: !isNear(reading, this.#impact) }));
    const woken = this.#recent.filter((reading) => isNear(reading, this.#impact));
    const quiet = added.filter(({ isQuiet }) => isQuiet);
    const latestMs = unmarked.at(-1)?.reading.uptime_ms ?? 0;
    this.#recent = [...this.#recent, ...quiet].filter(
      (reading) => !woken.includes(reading) && isNear(reading, { bootId: reading.bootId, atMs: latestMs }),
    );
    await this.#buffer.put([...woken.map((reading) => ({ ...reading, isQuiet: false })), ...added]);
    return added;
  }

  list(most: number): Promise<readonly BufferedReading[]> {
    return this.#buffer.list(most);
  }

  async delete(readings: readonly BufferedReading[]): Promise<void> {
    const ids = readings.map(({ id }) => id);
    this.#recent = this.#recent.filter(({ id }) => !ids.includes(id));
    await this.#buffer.delete(ids);
  }

  count(): Promise<number> {
    return this.#buffer.count();
  }

  async clear(): Promise<void> {
    const some = 500;
    for (let rows = await this.list(some); rows.length > 0; rows = await this.list(some)) await this.delete(rows);
  }
}
