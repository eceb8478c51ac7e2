/** An ISO 8601 string in UTC, read (drivers.ts) and written. */
export type Timestamp = string;
