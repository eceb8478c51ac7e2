/** What a wearable sends, and how it gets its answer, whatever the protocol. */
import type { Entry } from './journal.js';

/** An answer is promised within 10 s (R10). The client waits longer, to tell a slow answer from none at all. */
export const longestPatienceMs = 60_000;

const rest = { accel_x: 0.1, accel_y: 0.2, accel_z: 9.81, gyro_x: 0.5, gyro_y: -0.3, gyro_z: 0.1, heart_rate: 72 };
/** The detector rates this as a likely fall at once: 4.6 g with 400 °/s. */
const impact = { accel_x: 0, accel_y: 0, accel_z: 45, gyro_x: 400, gyro_y: 0, gyro_z: 0 };

export const chooseValues = ({ isImpact }: Pick<Entry, 'isImpact'>) => (isImpact ? impact : rest);

export function toBody(entry: Entry): object {
  return { device_id: entry.mac, uptime_ms: entry.uptimeMs, ...chooseValues(entry) };
}

export interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: string;
}

/** The connection of one device to the service. */
export interface Link {
  /** Sends the reading once, to the process with this HTTP port. Rejects if there is no answer. */
  readonly send: (entry: Entry, port: number) => Promise<Answer>;
  readonly close: () => void;
}
