import { isDeepStrictEqual } from 'node:util';

type Node = Readonly<Record<string, unknown>>;

export interface ApiDocument {
  readonly paths?: object;
  readonly components?: object;
}

/** Their values are data: a `title` in an example is no name. */
const dataKeys = new Set(['const', 'default', 'enum', 'example', 'examples']);

/** Replaces each schema with a `title` by a reference to that name, and keeps the schema for `schemas()`. */
export interface SchemaNamer {
  visit(node: unknown): unknown;
  /** By name, in alphabetical order. */
  schemas(): Record<string, Node>;
}

export function createSchemaNamer(): SchemaNamer {
  const schemas = new Map<string, Node>();

  function visit(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    const { title, ...visited } = Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, dataKeys.has(key) ? value : visit(value)]),
    );
    if (typeof title !== 'string') return title === undefined ? visited : { title, ...visited };
    return isNullable(visited)
      ? { anyOf: [refer(title, withoutNull(visited)), { type: 'null' }] }
      : refer(title, visited);
  }

  function refer(name: string, schema: Node): Node {
    const known = schemas.get(name);
    if (known && !isDeepStrictEqual(known, schema)) throw new Error(`Two different schemas are named ${name}`);
    schemas.set(name, schema);
    return { $ref: `#/components/schemas/${name}` };
  }

  return {
    visit,
    schemas: () => Object.fromEntries([...schemas].sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}

/**
 * Moves each schema with a `title` to `components.schemas`, and refers to it by that name. Done to the document only:
 * routes hold whole schemas, so that their validators and serialisers need not follow references.
 */
export function nameSchemas<D extends ApiDocument>(document: D): D {
  const namer = createSchemaNamer();
  const paths = namer.visit(document.paths);
  return { ...document, paths, components: { ...document.components, schemas: namer.schemas() } };
}

/** As made by `Nullable`: the name is the one of the schema without null. */
function isNullable(schema: Node): schema is Node & { type: readonly string[] } {
  return Array.isArray(schema.type) && schema.type.includes('null');
}

function withoutNull(schema: Node & { type: readonly string[] }): Node {
  const [type] = schema.type.filter((one) => one !== 'null');
  return { ...schema, type };
}
