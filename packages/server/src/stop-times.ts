/** A device sends once a second: every device with an open connection gets an answer on it within this time. */
export const drainMs = 2_000;
/** Maximum time for running requests to finish after that. */
export const stopTimeoutMs = 10_000;
