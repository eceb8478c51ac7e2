export type * from './api.js';
export { FallwatchError } from './error.js';
export { type Account, Fallwatch, type FallwatchOptions } from './fallwatch.js';
export type { FollowOptions, LiveEvent } from './live.js';
export type { CallOptions, DataOf, EnvelopeOf, Input, Method, PagedPath, PathOf, RowOf } from './operations.js';
