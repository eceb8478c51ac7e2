/** One sample of the motion sensor. Without a gyroscope leave out all three rates. */
export interface Sample {
  /** ms since the device started; never goes back. In a browser: `performance.now()` or the event's `timeStamp`. */
  readonly t: number;
  /** m/s², gravity included. */
  readonly ax: number;
  readonly ay: number;
  readonly az: number;
  /** °/s. */
  readonly gx?: number;
  readonly gy?: number;
  readonly gz?: number;
}
