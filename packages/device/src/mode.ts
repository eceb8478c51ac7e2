import type { Reading } from '@fallwatch/client';

/** Decides which readings are sent, and when. */
export interface SendingMode {
  /**
   * Takes the reading of the past second and returns what to send now, oldest first: nothing, this reading, or several
   * seconds together.
   */
  select(reading: Reading): readonly Reading[];
}

/** Every reading, once a second: the default. */
export const everySecond: SendingMode = { select: (reading) => [reading] };
