import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { RouteOptions } from 'fastify';
import type { App } from './app.js';
import { nameSchemas } from './named-schemas.js';
import { ErrorBody } from './shapes.js';

const description = `Fall monitoring: wearables stream readings, falls raise alerts, someone comes.

Every answer is \`{ success: true, data }\` or \`{ success: false, error, code, details? }\`, and carries \`X-Request-Id\`.
Send the token of signup or login as \`Authorization: Bearer <token>\`. A paired device sends its credential in the same way.`;

/** Builds the document at /api/openapi.json from the schemas of the routes; register it before them. */
export async function describeApi(app: App, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Fallwatch', version, description, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
      servers: [{ url: '/', description: 'This server; everything is also served under /api/v1.' }],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ token: [] }],
    },
    transform: ({ schema, url }) => ({ schema: { ...schema, ...optionalQuery(schema?.querystring) }, url }),
    transformObject: (document) =>
      'openapiObject' in document ? nameSchemas(document.openapiObject) : document.swaggerObject,
  });
}

/** Marks parameters with a default as optional: Ajv fills defaults in before it checks `required`. */
function optionalQuery(query: unknown): { querystring?: unknown } {
  if (!query) return {};
  const { properties = {}, required = [] } = query as { properties?: Record<string, object>; required?: string[] };
  return { querystring: { ...query, required: required.filter((name) => !('default' in (properties[name] ?? {}))) } };
}

/** The documentation page, and a redirect from the address that people try first. */
export async function describePage(app: App, isHttps: boolean): Promise<void> {
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    transformStaticCSP: (header) => (isHttps ? header : header.replace(/;?\s*upgrade-insecure-requests/, '')),
    uiConfig: { tryItOutEnabled: true },
  });
  app.get('/api', { schema: { hide: true } }, async (_request, reply) => reply.redirect('/api/docs/'));
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}

/** Every route may refuse: declared once here instead of in each route. */
export function describeErrors(route: RouteOptions): void {
  const response = { '4xx': ErrorBody, '5xx': ErrorBody, ...(route.schema?.response as object) };
  route.schema = { operationId: createOperationId(route), ...route.schema, response };
}

/** `PUT /api/admin/users/:id` → putAdminUsersId: stable names for generated clients. */
function createOperationId({ method, url }: RouteOptions): string {
  const words = url.split(/[^a-zA-Z0-9]+/).filter((word) => word !== '' && word !== 'api');
  return [String(method).toLowerCase(), ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('');
}
