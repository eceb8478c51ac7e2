import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { testServer } from '../../../test/harness.js';

describe('the API document', () => {
  test('lists every route with an operation id, and its page can be opened', async () => {
    const { app, routes } = await testServer();
    const document = (await app.inject('/api/openapi.json')).json();
    const described = Object.entries<object>(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(described.sort()).toEqual(routes.map((route) => `${route.methods[0]} ${route.url}`).sort());
    const page = await app.inject('/api/docs/');
    expect(page.statusCode).toBe(200);
  });

  test('requires a token exactly where the permission table does', async () => {
    const { app } = await testServer();
    const document = (await app.inject('/api/openapi.json')).json();
    expect(document.security).toEqual([{ token: [] }]);
    const open = Object.entries<Record<string, { security?: unknown[] }>>(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { security }]) => security !== undefined)
        .map(([method, { security }]) => ({ route: `${method} ${path}`, security })),
    );
    expect(open.sort((one, other) => one.route.localeCompare(other.route))).toEqual([
      { route: 'get /api/auth/methods', security: [] },
      { route: 'get /api/auth/oidc/callback', security: [] },
      { route: 'get /api/auth/oidc/start', security: [] },
      { route: 'get /api/auth/signup', security: [] },
      { route: 'get /api/calendars/{file}', security: [] },
      { route: 'get /api/health', security: [] },
      { route: 'get /api/setup', security: [] },
      { route: 'get /api/sms/replies/{signature}', security: [] },
      { route: 'get /api/sms/reports/{id}/{signature}', security: [] },
      { route: 'post /api/answers', security: [] },
      { route: 'post /api/answers/read', security: [] },
      { route: 'post /api/answers/receipt', security: [] },
      { route: 'post /api/auth/email/confirm', security: [] },
      { route: 'post /api/auth/invitations/accept', security: [] },
      { route: 'post /api/auth/invitations/read', security: [] },
      { route: 'post /api/auth/login', security: [] },
      { route: 'post /api/auth/passkeys/login', security: [] },
      { route: 'post /api/auth/passkeys/options', security: [] },
      { route: 'post /api/auth/password/forgot', security: [] },
      { route: 'post /api/auth/password/reset', security: [] },
      { route: 'post /api/auth/signup', security: [] },
      { route: 'post /api/device/pairings', security: [] },
      { route: 'post /api/device/pairings/poll', security: [] },
      { route: 'post /api/device/pairings/redeem', security: [] },
      { route: 'post /api/mail/bounces', security: [] },
      { route: 'post /api/push/subscription', security: [] },
      { route: 'post /api/setup', security: [] },
      { route: 'post /api/sms/replies/{signature}', security: [] },
      { route: 'post /api/sms/reports/{id}/{signature}', security: [] },
    ]);
  });

  test('has an example for every request body', async () => {
    const { app } = await testServer();
    const document = (await app.inject('/api/openapi.json')).json();
    const operations = Object.entries<Record<string, { requestBody?: { content: Record<string, object> } }>>(
      document.paths,
    );
    const without = operations.flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { requestBody }]) => requestBody && !/"examples?":/.test(JSON.stringify(requestBody)))
        .map(([method]) => `${method} ${path}`),
    );
    expect(without).toEqual([]);
  });

  test('has only examples that its schemas accept', async () => {
    const { app } = await testServer();
    const document = (await app.inject('/api/openapi.json')).json();
    const ajv = addFormats.default(new Ajv({ strict: false, logger: false }));
    ajv.addSchema(document, 'document');
    const examples = listExamples(document, '#');
    expect(examples.length).toBeGreaterThan(100);
    const wrong = examples.flatMap(({ pointer, example }) =>
      ajv.validate({ $ref: `document${pointer}` }, example) ? [] : [`${pointer}: ${ajv.errorsText()}`],
    );
    expect(wrong).toEqual([]);
  });
});

interface Example {
  readonly pointer: string;
  readonly example: unknown;
}

/** The examples of every schema, with a JSON pointer to the schema. */
function listExamples(node: unknown, pointer: string): Example[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = 'examples' in node && Array.isArray(node.examples) ? node.examples : [];
  const inside = Object.entries(node).filter(([key]) => key !== 'examples');
  return [
    ...own.map((example) => ({ pointer, example })),
    ...inside.flatMap(([key, value]) => listExamples(value, `${pointer}/${toPointerPart(key)}`)),
  ];
}

const toPointerPart = (key: string): string => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
