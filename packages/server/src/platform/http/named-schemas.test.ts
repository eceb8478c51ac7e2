import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { testServer } from '../../../test/harness.js';
import { type ApiDocument, nameSchemas } from './named-schemas.js';

const device = { title: 'Device', type: 'object', properties: { title: { type: 'string' } } };
const unnamed = { type: 'object', properties: { title: { type: 'string' } } };
const reference = { $ref: '#/components/schemas/Device' };

describe('named schemas', () => {
  test('stand once under their name, and are referred to', () => {
    const paths = { '/a': device, '/b': [{ items: device }] };
    expect(nameSchemas({ paths, components: { securitySchemes: {} } })).toEqual({
      paths: { '/a': reference, '/b': [{ items: reference }] },
      components: { securitySchemes: {}, schemas: { Device: unnamed } },
    });
  });

  test('a nullable one is the same schema or null', () => {
    const document: ApiDocument = { paths: { '/a': device, '/b': { ...device, type: ['object', 'null'] } } };
    expect(nameSchemas(document)).toEqual({
      paths: { '/a': reference, '/b': { anyOf: [reference, { type: 'null' }] } },
      components: { schemas: { Device: unnamed } },
    });
  });

  test('two different ones under one name are refused', () => {
    expect(() => nameSchemas({ paths: { '/a': device, '/b': { ...device, type: 'string' } } })).toThrow('named Device');
  });

  test('a title in an example is left alone', () => {
    const paths = { '/a': { example: { title: 'Ms' }, examples: [{ title: 'Mr' }] } };
    expect(nameSchemas({ paths }).paths).toEqual(paths);
  });
});

test('every error answer of the API document refers to the one error schema', async () => {
  const { app } = await testServer();
  const { paths, components } = (await app.inject('/api/openapi.json')).json();
  type Operation = { responses: Record<string, { content: { 'application/json': { schema: object } } }> };
  const errors = Object.values<Record<string, Operation>>(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.entries(responses).filter(([status]) => /^[45]/.test(status)))
    .map(([, { content }]) => content['application/json'].schema);
  const error = { $ref: '#/components/schemas/Error' };
  expect(errors.length).toBeGreaterThan(100);
  const others = errors.filter((schema) => !isDeepStrictEqual(schema, error));
  // A refused reading, with 400 and 429: an error, and what the detector says.
  expect(others).toEqual(Array(2).fill({ $ref: '#/components/schemas/RefusedReading' }));
  expect(components.schemas.RefusedReading.allOf).toContainEqual(error);
});
