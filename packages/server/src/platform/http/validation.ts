import { Ajv, type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { FastifySchemaCompiler } from 'fastify';
import { macAddressOf } from '../mac.js';

/**
 * Two validators. Bodies are strict: `"5"`, true and null are not numbers. Query strings and paths are text
 * by nature, so theirs coerces. Unknown keys are dropped by both: what a schema does not name never gets in.
 */
const shared = {
  allErrors: true,
  removeAdditional: 'all',
  useDefaults: true,
  verbose: true,
  strictTypes: false,
} as const;
const strict = withFormats(new Ajv({ ...shared, coerceTypes: false }));
const coercing = withFormats(new Ajv({ ...shared, coerceTypes: true }));

export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) =>
  (httpPart === 'body' ? strict : coercing).compile(schema);

/** For values that do not come in a request: the same rules, the same words. Empty when all is well. */
export function problemsOf(schema: object, value: unknown): Record<string, string> {
  const validate = strict.compile(schema);
  return validate(value) ? {} : detailsOf(validate.errors ?? []);
}

function withFormats(ajv: Ajv): Ajv {
  addFormats.default(ajv, ['uuid', 'date-time', 'uri']);
  // A year 0000 is well formed, but no calendar and no database has it.
  const isDate = fullFormats.date as { validate: (text: string) => boolean };
  ajv.addFormat('date', (text) => !text.startsWith('0000') && isDate.validate(text));
  ajv.addFormat('text', isStorable);
  ajv.addFormat('email', isEmail);
  ajv.addFormat('mac', (text) => macAddressOf(text) !== undefined);
  return ajv;
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Deliberately plain: something, one @, a domain with a dot or a local name; surrounding space is trimmed later. */
function isEmail(text: string): boolean {
  return isStorable(text) && /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\.]+(\.[^\s@<>(),;:"[\]\\.]+)*$/.test(text.trim());
}

/** Ajv's errors → one sentence per field. */
export function detailsOf(errors: readonly ErrorObject[]): Record<string, string> {
  const sentences = new Map<string, Set<string>>();
  for (const error of errors) {
    const field = fieldOf(error);
    sentences.set(field, (sentences.get(field) ?? new Set()).add(sentenceOf(error)));
  }
  const details: Record<string, string> = {};
  for (const [field, found] of sentences) details[field] = [...found].join('; ');
  return details;
}

function fieldOf(error: ErrorObject): string {
  const path = error.instancePath.split('/').slice(1);
  if (error.keyword === 'required') path.push(String(error.params.missingProperty));
  return path.join('.') || 'body';
}

const formatSentences: Record<string, string> = {
  mac: 'must be a MAC address like AA:BB:CC:DD:EE:FF',
  email: 'must be an e-mail address like name@example.org',
  date: 'must be a date like 1941-05-17',
  'date-time': 'must be a time like 2026-01-31T12:00:00.000Z',
  uuid: 'must be an id (UUID)',
  uri: 'must be a web address like https://example.org/picture.png',
  text: 'must not contain NUL or broken characters',
};

function sentenceOf(error: ErrorObject): string {
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'required':
      return 'is required';
    case 'type':
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
      // A rule of the house says itself in words; a bare pattern is only used for «not just spaces».
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

/** What was sent, briefly, unless the schema says that nobody may read it back. */
function sentValue(error: ErrorObject): string {
  if ((error.parentSchema as { writeOnly?: boolean } | undefined)?.writeOnly) return 'what was sent';
  const sent = error.data as unknown;
  if (sent === null) return 'null';
  if (typeof sent === 'object') return Array.isArray(sent) ? 'a list' : 'an object';
  const text = JSON.stringify(sent) ?? 'nothing';
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
