import { Ajv, type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { FastifySchemaCompiler } from 'fastify';
import { parseMacAddress } from '../mac.js';

/**
 * Strict: `"5"`, true and null are not numbers. Unknown keys are dropped, so only keys that the schema names get in. A
 * schema with `additionalProperties: false` refuses them instead.
 */
const shared = {
  allErrors: true,
  useDefaults: true,
  verbose: true,
  strictTypes: false,
  coerceTypes: false,
} as const;
const dropping = withFormats(new Ajv({ ...shared, removeAdditional: 'all' }));
const refusing = withFormats(new Ajv(shared));

export const compileValidator: FastifySchemaCompiler<QuerySchema> = ({ schema, httpPart }) => {
  if (httpPart === 'querystring') return compileQueryValidator(schema);
  return (httpPart === 'body' && schema.additionalProperties === false ? refusing : dropping).compile(schema);
};

/** For bodies that do not come over HTTP: the same rules. Drops unknown keys; undefined if the body matches. */
export function createBodyCheck(schema: object): (body: unknown) => ErrorObject[] | undefined {
  const validate = dropping.compile(schema);
  return (body) => (validate(body) ? undefined : (validate.errors ?? []));
}

interface QuerySchema {
  readonly properties?: Record<string, { readonly type?: unknown }>;
  readonly additionalProperties?: unknown;
}

/** Query strings are text: whole numbers and booleans are parsed before validation. */
function compileQueryValidator(schema: QuerySchema) {
  const validate = dropping.compile(schema);
  const types = Object.entries(schema.properties ?? {}).map(([name, { type }]) => [name, type] as const);
  const check = Object.assign(
    (query: Record<string, unknown>): boolean => {
      for (const [name, type] of types) if (name in query) query[name] = parseParameter(type, query[name]);
      const isValid = validate(query);
      // Fastify reads the errors from this property.
      check.errors = validate.errors;
      return isValid;
    },
    { errors: validate.errors },
  );
  return check;
}

/**
 * Only plain digits are a number. JavaScript would also parse `1e309`, `0x10` and ` 5`, the first one as Infinity,
 * which no SQL query accepts. Other text stays text, and the schema refuses it.
 */
function parseParameter(type: unknown, sent: unknown): unknown {
  if (typeof sent !== 'string') return sent;
  if (type === 'integer' && wholeNumber.test(sent) && Number.isSafeInteger(Number(sent))) return Number(sent);
  if (type === 'boolean' && (sent === 'true' || sent === 'false')) return sent === 'true';
  return sent;
}

const wholeNumber = /^-?\d+$/;

/** Numbers and strings only: an object with its own `toString` cannot always be converted to a string. */
function isTooLarge(sent: unknown): boolean {
  if (typeof sent !== 'number' && typeof sent !== 'string') return false;
  return wholeNumber.test(String(sent)) && !Number.isSafeInteger(Number(sent));
}

/** For values that do not come from a request: the same rules and messages. Empty if the value is valid. */
export function listProblems(schema: object, value: unknown): Record<string, string> {
  const validate = dropping.compile(schema);
  return validate(value) ? {} : toDetails(validate.errors ?? []);
}

function withFormats(ajv: Ajv): Ajv {
  addFormats.default(ajv, ['uuid', 'date-time', 'uri']);
  // Year 0000 is well formed, but the database does not accept it.
  const isDate = fullFormats.date as { validate: (text: string) => boolean };
  ajv.addFormat('date', (text) => !text.startsWith('0000') && isDate.validate(text));
  ajv.addFormat('text', isStorable);
  ajv.addFormat('email', isEmail);
  ajv.addFormat('time-zone', isTimeZone);
  ajv.addFormat('mac', (text) => parseMacAddress(text) !== undefined);
  return ajv;
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Deliberately simple: text, one @, a domain with a dot or a local name; surrounding space is trimmed later. */
function isEmail(text: string): boolean {
  return isStorable(text) && /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\.]+(\.[^\s@<>(),;:"[\]\\.]+)*$/.test(text.trim());
}

/** A name of the IANA database. PostgreSQL reads others, such as +01:00, with the opposite sign. */
function isTimeZone(text: string): boolean {
  try {
    return /^[A-Za-z]/.test(text) && Boolean(new Intl.DateTimeFormat('en', { timeZone: text }));
  } catch {
    return false;
  }
}

/** Converts Ajv's errors to one sentence per field. */
export function toDetails(errors: readonly ErrorObject[]): Record<string, string> {
  const sentences = new Map<string, Set<string>>();
  for (const error of errors) {
    const field = fieldName(error);
    sentences.set(field, (sentences.get(field) ?? new Set()).add(toSentence(error)));
  }
  const details: Record<string, string> = {};
  for (const [field, found] of sentences) details[field] = [...found].join('; ');
  return details;
}

function fieldName(error: ErrorObject): string {
  const path = error.instancePath.split('/').slice(1);
  if (error.keyword === 'required') path.push(String(error.params.missingProperty));
  if (error.keyword === 'additionalProperties') path.push(String(error.params.additionalProperty));
  return path.join('.') || 'body';
}

const formatSentences: Record<string, string> = {
  mac: 'must be a MAC address like AA:BB:CC:DD:EE:FF',
  email: 'must be an e-mail address like name@example.org',
  date: 'must be a date like 1941-05-17',
  'date-time': 'must be a time like 2026-01-31T12:00:00.000Z',
  uuid: 'must be an id (UUID)',
  uri: 'must be a web address like https://example.org/picture.png',
  'time-zone': 'must be a time zone like Europe/Berlin',
  text: 'must not contain NUL or broken characters',
};

function toSentence(error: ErrorObject): string {
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return `is not known here. ${(error.parentSchema as { description?: string }).description ?? ''}`.trim();
    case 'type':
      if (params.type === 'integer' && isTooLarge(error.data))
        return `must be at most ${Number.MAX_SAFE_INTEGER}; got ${sentValue(error)}`;
      return `must be ${typeName(params.type)}, not ${sentValue(error)}`;
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).filter((v) => v !== null).join(', ')}; got ${sentValue(error)}`;
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`;
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`;
    case 'maxLength':
      return `must have at most ${params.limit} characters`;
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `must be ${comparisons[error.keyword]} ${params.limit}; got ${sentValue(error)}`;
    case 'minItems':
    case 'maxItems':
      return `must have ${error.keyword === 'minItems' ? 'at least' : 'at most'} ${params.limit} entries`;
    case 'format':
      return formatSentences[String(params.format)] ?? `must have the form ${params.format}`;
    case 'pattern':
      // Our own patterns have a description; a pattern without one only means "not just spaces".
      return (error.parentSchema as { description?: string }).description ?? 'must not be empty';
    default:
      return error.message ?? 'is not valid';
  }
}

const comparisons = {
  minimum: 'at least',
  maximum: 'at most',
  exclusiveMinimum: 'more than',
  exclusiveMaximum: 'less than',
} as const;

function typeName(type: unknown): string {
  const names = { integer: 'a whole number', number: 'a number', string: 'a text', boolean: 'true or false' };
  const more = { object: 'a JSON object', array: 'a list', null: 'null' };
  const types = Array.isArray(type) ? type : [type];
  return types.map((t) => ({ ...names, ...more })[t as keyof typeof names] ?? String(t)).join(' or ');
}

/** A short form of the value sent, unless the schema marks it as writeOnly. */
function sentValue(error: ErrorObject): string {
  if ((error.parentSchema as { writeOnly?: boolean } | undefined)?.writeOnly) return 'what was sent';
  const sent = error.data as unknown;
  if (sent === null) return 'null';
  if (typeof sent === 'object') return Array.isArray(sent) ? 'a list' : 'an object';
  const text = JSON.stringify(sent) ?? 'nothing';
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
