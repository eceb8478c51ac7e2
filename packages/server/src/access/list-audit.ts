import type { preSerializationAsyncHookHandler, RouteOptions } from 'fastify';
import { type ListRead, recordListRead } from './audit.js';
import { type AccessName, findAccess } from './policy.js';

interface Parameter {
  readonly default?: unknown;
  readonly format?: string;
}

/** Records each list of people that is answered, once its rows are known and before they are sent. */
export function auditList({ config, schema }: RouteOptions): preSerializationAsyncHookHandler {
  const access = config?.access as AccessName;
  const { thing } = findAccess(access);
  const { properties = {} } = (schema?.querystring ?? {}) as { properties?: Record<string, Parameter> };

  return async (request, reply, payload) => {
    if (request.method !== 'GET' || reply.statusCode !== 200) return payload;
    const { data, pagination } = payload as { data: unknown; pagination?: { total: number } };
    const read: ListRead = {
      action: access,
      subjectId: thing ? (request.params as { id: string }).id : null,
      ...readFilters(properties, request.query as Record<string, unknown>),
      ...(Array.isArray(data) ? { count: data.length } : {}),
      ...(pagination ? { total: pagination.total } : {}),
    };
    await recordListRead(request.ctx, read);
    return payload;
  };
}

/** The parameters other than defaults. Free text may be a name: only its presence is recorded. */
function readFilters(
  properties: Readonly<Record<string, Parameter>>,
  query: Readonly<Record<string, unknown>>,
): Pick<ListRead, 'filters' | 'hasText'> {
  const asked = Object.entries(properties).filter(
    ([name, parameter]) => query[name] !== undefined && query[name] !== parameter.default,
  );
  const filters = asked.map(([name, { format }]) => [name, format === 'text' ? null : query[name]]);
  return { filters: Object.fromEntries(filters), hasText: asked.some(([, { format }]) => format === 'text') };
}
