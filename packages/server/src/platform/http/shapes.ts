/** The building blocks of every feature's schemas. */
import Type, { type TObjectOptions, type TProperties, type TSchema, type TUnsafe } from 'typebox';

/** An object that the API document describes once, under this name: see named-schemas.ts. */
export function Named<P extends TProperties>(title: string, properties: P, options: TObjectOptions = {}) {
  return Type.Object(properties, { title, ...options });
}

/** Text from people: bounded, and without NUL and lone surrogates, which the database cannot store. */
export function Text(options: { min?: number; max: number; description?: string }) {
  const { min = 1, max, ...rest } = options;
  // At least one character that is not a space.
  const pattern = min > 0 ? { pattern: '\\S' } : {};
  return Type.String({ minLength: min, maxLength: max, format: 'text', ...pattern, ...rest });
}

export function OneOf<const Word extends string>(words: readonly Word[], options: object = {}): TUnsafe<Word> {
  return Type.Unsafe<Word>({ type: 'string', enum: words, ...options });
}

/** `type: [x, 'null']` instead of a union: the serialiser stays fast and the document stays readable. */
export function Nullable<T extends TSchema>(schema: T): TUnsafe<Type.Static<T> | null> {
  const { type, enum: words, ...rest } = schema as unknown as { type: string; enum?: readonly unknown[] };
  return Type.Unsafe({ ...rest, type: [type, 'null'], ...(words ? { enum: [...words, null] } : {}) });
}

export const Id = Type.String({ format: 'uuid' });
export const Timestamp = Type.String({ format: 'date-time', examples: ['2026-01-31T12:00:00.000Z'] });
export const DateOnly = Type.String({ format: 'date', examples: ['1941-05-17'] });

/** Path ids are checked by the guard: a malformed one is 404, as an unknown one is. */
export const IdParams = Type.Object({ id: Type.String() });

export const Pagination = Named('Pagination', {
  page: Type.Integer(),
  limit: Type.Integer(),
  total: Type.Integer(),
  totalPages: Type.Integer(),
});

const Success = Type.Unsafe<true>({ type: 'boolean', const: true });

export function ok<T extends TSchema>(data: T) {
  return Type.Object({ success: Success, data });
}

export function okWith<T extends TSchema, More extends TProperties>(data: T, more: More) {
  return Type.Object({ success: Success, data, ...more } as { success: typeof Success; data: T } & More);
}

export function okPage<T extends TSchema>(row: T) {
  return okWith(Type.Array(row), { pagination: Pagination });
}

export const ErrorBody = Named('Error', {
  success: Type.Unsafe<false>({ type: 'boolean', const: false }),
  error: Type.String({ description: 'One sentence for a person.' }),
  code: Type.Optional(Type.String({ description: 'The kind of refusal, for programs.' })),
  details: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'Field name → what is wrong.' })),
  retryAfter: Type.Optional(Type.Integer({ description: 'Whole seconds to wait, with 429 and 503.' })),
  status: Type.Optional(Type.String({ description: 'UNHEALTHY, from the health check.' })),
});

export const Message = Type.Object({ message: Type.String() });
export const Deleted = Named('Deleted', { id: Id, message: Type.String() });

export function reply<T>(data: T): { success: true; data: T } {
  return { success: true, data };
}

/** `separator` of a query for CSV. */
export const separatorQuery = {
  separator: OneOf(['comma', 'semicolon'], {
    default: 'comma',
    description: 'Excel expects the semicolon in languages with a decimal comma, such as German.',
  }),
};

/** The answer of a route that sends a CSV file. */
export function csvFile(description: string, example: string) {
  return { description, content: { 'text/csv': { schema: Type.String(), examples: { file: { value: example } } } } };
}
