import type { FastifyReply } from 'fastify';
import type { App } from '../../platform/http/app.js';
import { IdParams } from '../../platform/http/shapes.js';
import { FhirBundle, FhirQuery, fhirType } from './fhir.schema.js';
import { exportOwn, exportPatient } from './fhir.service.js';

const tags = ['Patients'];
const description =
  'A FHIR R4 Bundle of type collection: Patient, Device, Observation (heart rate and oxygen by the hour, over more than 31 days by the day), DetectedIssue (falls), Communication (alerts that reached somebody), Flag (risk now). At most 60 an hour.';

export async function fhirRoutes(app: App): Promise<void> {
  app.get(
    '/patients/me/fhir',
    {
      exposeHeadRoute: false,
      config: { access: 'fhir.readOwn' },
      schema: {
        tags,
        summary: 'My own record as FHIR',
        description,
        querystring: FhirQuery,
        response: { 200: FhirBundle },
      },
    },
    async ({ ctx, query }, response) => sendFile(response, await exportOwn(ctx, query)),
  );

  app.get(
    '/patients/:id/fhir',
    {
      exposeHeadRoute: false,
      config: { access: 'fhir.read' },
      schema: {
        tags,
        summary: 'A patient’s record as FHIR',
        description,
        params: IdParams,
        querystring: FhirQuery,
        response: { 200: FhirBundle },
      },
    },
    async ({ ctx, params, query }, response) => sendFile(response, await exportPatient(ctx, params.id, query)),
  );
}

/** As text: the schema is for the document, and a serialiser made from it would be slower. */
function sendFile(response: Pick<FastifyReply, 'type'>, bundle: object): never {
  return response
    .type(fhirType)
    .header('content-disposition', 'attachment; filename="fallwatch-fhir.json"')
    .send(JSON.stringify(bundle)) as never;
}
