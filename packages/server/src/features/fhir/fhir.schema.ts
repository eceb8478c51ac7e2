import Type, { type Static } from 'typebox';

export const defaultDays = 30;
export const maxDays = 366;

export const FhirQuery = Type.Object({
  from: Type.Optional(Type.String({ description: `ISO date or time; by default ${defaultDays} days before \`to\`.` })),
  to: Type.Optional(
    Type.String({
      description: `ISO date or time, exclusive; by default now. At most ${maxDays} days after \`from\`.`,
    }),
  ),
});
export type FhirQuery = Static<typeof FhirQuery>;

export const fhirType = 'application/fhir+json';

export const FhirBundle = {
  description: 'A Bundle of FHIR R4. See docs/fhir.md.',
  content: {
    [fhirType]: {
      schema: Type.Object(
        {
          resourceType: Type.Unsafe<'Bundle'>({ type: 'string', const: 'Bundle' }),
          type: Type.Unsafe<'collection'>({ type: 'string', const: 'collection' }),
          timestamp: Type.String({ format: 'date-time' }),
          entry: Type.Array(
            Type.Object({
              fullUrl: Type.String(),
              resource: Type.Object({ resourceType: Type.String() }, { additionalProperties: true }),
            }),
          ),
        },
        { additionalProperties: true },
      ),
    },
  },
};
