import type { paths } from './api.js';

/** Types derived from the API document: the paths, their input and their answers. */
export type Method = 'get' | 'post' | 'put' | 'delete';

/** Paths that support the method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never;
}[keyof paths];

type Operation<M extends Method, P extends PathOf<M>> = paths[P] extends Record<M, infer O> ? O : never;

type Json<T> = T extends { content: { 'application/json': infer J } } ? J : undefined;

/** The whole success answer, with its envelope. */
export type EnvelopeOf<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends { responses: infer R } ? Json<R[keyof R & (200 | 201 | 204)]> : never;

/** `data` of a success answer; undefined if it has no body. */
export type DataOf<M extends Method, P extends PathOf<M>> = EnvelopeOf<M, P> extends { data: infer D } ? D : undefined;

/** Paths with paged answers. */
export type PagedPath = {
  [P in PathOf<'get'>]: EnvelopeOf<'get', P> extends { pagination: object; data: unknown[] } ? P : never;
}[PathOf<'get'>];

export type RowOf<P extends PagedPath> = DataOf<'get', P> extends (infer R)[] ? R : never;

/** `{ key: T }`, `{ key?: T }` or nothing, as in the API document. */
type Part<Key extends string, Holder, From extends string> =
  Holder extends Record<From, infer T>
    ? { readonly [K in Key]: NonNullable<T> }
    : Holder extends { readonly [K in From]?: infer T }
      ? [NonNullable<T>] extends [never]
        ? unknown
        : { readonly [K in Key]?: NonNullable<T> }
      : unknown;

type ParametersOf<O> = O extends { parameters: infer P } ? P : unknown;
type BodiesOf<O> = O extends { requestBody: infer B }
  ? { body: Json<B> }
  : O extends { requestBody?: infer B }
    ? { body?: Json<NonNullable<B>> }
    : unknown;

/** Options of a call besides its path, query and body. */
export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** `path`, `query` and `body` of a call, each required if the API document requires it. */
export type Input<M extends Method, P extends PathOf<M>> = CallOptions &
  Part<'path', ParametersOf<Operation<M, P>>, 'path'> &
  Part<'query', ParametersOf<Operation<M, P>>, 'query'> &
  Part<'body', BodiesOf<Operation<M, P>>, 'body'>;

/** The last argument of a call: optional if nothing in it is required. */
export type Rest<T> = object extends T ? [input?: T] : [input: T];
