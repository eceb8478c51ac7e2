import { readFileSync } from 'node:fs';

interface DocumentedGet {
  readonly isList: boolean;
  readonly hasPages: boolean;
}

/** The GET routes of the API document that answer JSON, relative to /api. */
export function readDocumentedGets(): Map<string, DocumentedGet> {
  const file = new URL('../../../../docs/api/openapi.json', import.meta.url);
  const { paths } = JSON.parse(readFileSync(file, 'utf8'));
  const gets = Object.keys(paths).filter((path) => paths[path].get?.responses['200']?.content?.['application/json']);
  return new Map(
    gets.map((path) => {
      const { parameters = [], responses } = paths[path].get;
      const { schema } = responses['200'].content['application/json'];
      return [
        path.replace(/^\/api/, ''),
        {
          isList: schema.properties.data?.type === 'array',
          hasPages: parameters.some((parameter: { name: string }) => parameter.name === 'limit'),
        },
      ];
    }),
  );
}
