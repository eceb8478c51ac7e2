import { type BufferedReading, defaultMost, type ReadingBuffer } from './buffer.js';

const storeName = 'readings';
const idIndex = 'id';
const quietIndex = 'quiet';

/** As stored: `seq` is the key, which keeps the order; `quiet` is 0 or 1, because booleans cannot be indexed. */
interface Row extends BufferedReading {
  readonly seq?: number;
  readonly quiet: 0 | 1;
}

/** Keeps readings over a reload of the page and a restart of the browser. */
export class IndexedDbBuffer implements ReadingBuffer {
  readonly #most: number;
  readonly #database: Promise<IDBDatabase>;

  constructor(name = 'fallwatch-readings', most = defaultMost) {
    this.#most = most;
    this.#database = openDatabase(name);
  }

  async put(readings: readonly BufferedReading[]): Promise<void> {
    await this.#run('readwrite', async (store) => {
      for (const reading of readings) {
        const seq = await toPromise(store.index(idIndex).getKey(reading.id));
        const row: Row = { ...reading, quiet: reading.isQuiet ? 1 : 0, ...(typeof seq === 'number' ? { seq } : {}) };
        await toPromise(store.put(row));
      }
      const excess = (await toPromise(store.count())) - this.#most;
      if (excess > 0) await dropOldest(store, excess);
    });
  }

  list(most: number): Promise<readonly BufferedReading[]> {
    return this.#run('readonly', async (store) => {
      const rows: Row[] = await toPromise(store.getAll(null, most));
      return rows.map(({ seq: _seq, quiet: _quiet, ...reading }) => reading);
    });
  }

  async delete(ids: readonly string[]): Promise<void> {
    await this.#run('readwrite', async (store) => {
      for (const id of ids) {
        const seq = await toPromise(store.index(idIndex).getKey(id));
        if (seq !== undefined) await toPromise(store.delete(seq));
      }
    });
  }

  count(): Promise<number> {
    return this.#run('readonly', (store) => toPromise(store.count()));
  }

  /** The result counts once the transaction is complete: then the readings are stored. */
  async #run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
    const transaction = (await this.#database).transaction(storeName, mode);
    const complete = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
    });
    const [result] = await Promise.all([work(transaction.objectStore(storeName)), complete]);
    return result;
  }
}

/** The same order as `findDropped`: the oldest quiet ones, then the oldest of all. */
async function dropOldest(store: IDBObjectStore, excess: number): Promise<void> {
  const quiet = await toPromise(store.index(quietIndex).getAllKeys(1, excess));
  for (const seq of quiet) await toPromise(store.delete(seq));
  const rest = excess - quiet.length;
  if (rest === 0) return;
  for (const seq of await toPromise(store.getAllKeys(null, rest))) await toPromise(store.delete(seq));
}

function openDatabase(name: string): Promise<IDBDatabase> {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => {
    const store = opening.result.createObjectStore(storeName, { keyPath: 'seq', autoIncrement: true });
    store.createIndex(idIndex, 'id', { unique: true });
    store.createIndex(quietIndex, 'quiet');
  };
  return toPromise(opening);
}

function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
