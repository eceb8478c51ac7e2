import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { caregiver, device, type Person, patient, root } from './people.js';

/** Tests every numeric query parameter of the API document with odd values, so that new parameters are covered too. */
interface Operation {
  readonly parameters?: readonly { in: string; name: string; schema: { type?: string; minimum?: number } }[];
}
const document = JSON.parse(readFileSync(new URL('../../../docs/api/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
};
const parameters = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, operation]) =>
    (operation.parameters ?? [])
      .filter(({ in: place, schema }) => place === 'query' && ['integer', 'number'].includes(schema.type ?? ''))
      .map(({ name }) => ({ method, path, name })),
  ),
);

/** None of these is a plain whole number of at least 1. */
const refused = [
  '1e309',
  '-1e309',
  '1e3',
  '1E2',
  '1e-7',
  '1.5',
  '1.0',
  '1.',
  '.5',
  '+1',
  '-1',
  '-0',
  '0',
  '--1',
  '0x10',
  '0b11',
  '0o17',
  ' 1',
  '1 ',
  '\t1',
  '1\n',
  '',
  'Infinity',
  '-Infinity',
  'NaN',
  'null',
  'true',
  '1,000',
  '1_000',
  '10n',
  '١',
  '１',
  '1;select 1',
  '9007199254740992',
  '9223372036854775808',
  '9'.repeat(400),
];
/** Plain but large: either refused with the allowed maximum, or answered correctly. */
const large = ['2147483647', '2147483648', '9007199254740991', '0000000000000000000000000001'];

const sentence = /^must be (a whole number, not "|at least \d+; got |at most \d+; got )/;
let people: Awaited<ReturnType<typeof cast>>;
beforeAll(async () => {
  people = await cast();
});

async function cast() {
  const ann = await patient();
  const carl = await caregiver({ of: ann });
  const webhook = await carl.post('/webhooks', { url: 'https://canary.invalid/hook' });
  return { ann, carl, boss: await root(), deviceId: (await device(ann)).id, webhookId: webhook.data.id as string };
}

/** A user who passes the permission check, and the path with an existing id. */
function asker(path: string): { person: Person; url: string } {
  const { ann, carl, boss, deviceId, webhookId } = people;
  const ids: Record<string, string> = {
    patients: ann.id,
    caregivers: carl.id,
    device: deviceId,
    webhooks: webhookId,
  };
  const [, kind = ''] = path.replace(/^\/api/, '').split('/');
  const person = path.includes('/patients/me')
    ? ann
    : kind === 'webhooks' || path.includes('caregivers/alerts')
      ? carl
      : boss;
  return { person, url: path.replace(/^\/api/, '').replace('{id}', ids[kind] ?? '') };
}

test('the API document has numeric query parameters', () => {
  expect(parameters.length).toBeGreaterThanOrEqual(30);
  expect(parameters.every(({ method }) => method === 'get')).toBe(true);
});

test.each(parameters)('$path ?$name accepts plain whole numbers only', async ({ path, name }) => {
  const { person, url } = asker(path);
  const wrong: string[] = [];
  const ask = async (query: string, isRight: (status: number, told: string | undefined) => boolean): Promise<void> => {
    const { status, body } = await person.get(`${url}?${query}`);
    // The details of a refusal name this field and no other.
    const [field, ...others] = Object.keys(body.details ?? {});
    const told = field === name && others.length === 0 ? body.details[name] : undefined;
    if (!isRight(status, told)) wrong.push(`${query.slice(0, 40)}: ${status} ${JSON.stringify(body.details ?? {})}`);
  };
  for (const value of refused)
    await ask(`${name}=${encodeURIComponent(value)}`, (status, told = '') => status === 400 && sentence.test(told));
  await ask(`${name}=60&${name}=61`, (status, told) => status === 400 && told === 'must be a whole number, not a list');
  for (const value of large)
    await ask(`${name}=${value}`, (status, told = '') => status === 200 || (status === 400 && sentence.test(told)));
  expect(wrong).toEqual([]);
});
