import type { Reading } from '@fallwatch/client';
import { findDropped } from './buffer.rules.js';

/** A reading that waits to be sent. */
export interface BufferedReading {
  /** Start of the device and `uptime_ms`: identifies the reading here and at the service. */
  readonly id: string;
  readonly reading: Reading;
  readonly bootId: number;
  /** Unix time in ms, for readings that are sent after a restart. */
  readonly takenAtMs: number;
  /** No sign of an impact near it: dropped first when the buffer is full. */
  readonly isQuiet: boolean;
}

/** Where readings wait while the service is away. Order: first put, first listed. */
export interface ReadingBuffer {
  /** Adds readings, or replaces those with the same id in their place. May drop others to stay within its bound. */
  put(readings: readonly BufferedReading[]): Promise<void>;
  /** The oldest `most`. */
  list(most: number): Promise<readonly BufferedReading[]>;
  delete(ids: readonly string[]): Promise<void>;
  count(): Promise<number>;
}

/** An hour of readings, one per second: about 4 MB. */
export const defaultMost = 3_600;

/** Keeps readings until the process or the page ends. */
export class MemoryBuffer implements ReadingBuffer {
  readonly #most: number;
  readonly #readings = new Map<string, BufferedReading>();

  constructor(most = defaultMost) {
    this.#most = most;
  }

  async put(readings: readonly BufferedReading[]): Promise<void> {
    for (const reading of readings) this.#readings.set(reading.id, reading);
    for (const id of findDropped([...this.#readings.values()], this.#most)) this.#readings.delete(id);
  }

  async list(most: number): Promise<readonly BufferedReading[]> {
    return [...this.#readings.values()].slice(0, most);
  }

  async delete(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#readings.delete(id);
  }

  async count(): Promise<number> {
    return this.#readings.size;
  }
}
