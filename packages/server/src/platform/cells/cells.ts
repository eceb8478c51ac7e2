import type { Config } from '../../config.js';
import type { Log } from '../log.js';
import type { Metrics } from '../metrics.js';
import { type Directory, openDirectory } from './directory.js';
import { createForwarder, type Forwarder } from './forwarder.js';

/** The other installations, and who is where: docs/cells.md. */
export interface Cells {
  /** The name of this cell. */
  readonly own: string;
  readonly directory: Directory;
  readonly forwarder: Forwarder;
  close(): Promise<void>;
}

export function openCells({ cell, directoryUrl }: Config, metrics: Metrics, log: Log): Cells | null {
  if (cell === null || directoryUrl === null) return null;
  const directory = openDirectory(directoryUrl, log);
  const forwarder = createForwarder(cell, metrics, log);
  return {
    own: cell,
    directory,
    forwarder,
    async close() {
      forwarder.close();
      await directory.close();
    },
  };
}
