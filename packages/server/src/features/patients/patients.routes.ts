import Type from 'typebox';
import { actorId } from '../../platform/context.js';
import type { App } from '../../platform/http/app.js';
import { replyPage } from '../../platform/http/pagination.js';
import { Deleted, IdParams, ok, okPage, reply } from '../../platform/http/shapes.js';
import { Device } from '../devices/devices.schema.js';
import { listDevicesOfUsers } from '../devices/devices.service.js';
import { FallRow, PatientFallsQuery } from '../falls/falls.schema.js';
import { listFallsOfPatient } from '../falls/falls.service.js';
import {
  CreatedPatient,
  HealthSummary,
  NewPatient,
  Patient,
  PatientChanges,
  PatientRow,
  PatientsQuery,
} from './patients.schema.js';
import * as patients from './patients.service.js';

const tags = ['Patients'];

export async function patientRoutes(app: App): Promise<void> {
  addPatientListRoutes(app);
  addOnePatientRoutes(app);
  addHealthRoutes(app);
}

function addPatientListRoutes(app: App): void {
  app.get(
    '/patients',
    {
      config: { access: 'patient.list' },
      schema: {
        tags,
        summary: 'Patients: a caregiver’s own, for an admin all',
        querystring: PatientsQuery,
        response: { 200: okPage(PatientRow) },
      },
    },
    async ({ ctx, query }) => replyPage(query, await patients.listPatients(ctx, query)),
  );

  app.post(
    '/patients',
    {
      config: { access: 'patient.create' },
      schema: {
        tags,
        summary: 'Create a patient’s account and look after it',
        description: 'Without a password an invitation is mailed, and the answer contains it too.',
        body: NewPatient,
        response: { 201: ok(CreatedPatient) },
      },
    },
    async ({ ctx, body }, response) => response.code(201).send(reply(await patients.createPatient(ctx, body))),
  );

  app.get(
    '/patients/me',
    {
      config: { access: 'patient.readOwn' },
      schema: { tags, summary: 'My own patient profile', response: { 200: ok(Patient) } },
    },
    async ({ ctx }) => reply(await patients.readPatient(ctx, actorId(ctx))),
  );
}

function addOnePatientRoutes(app: App): void {
  app.get(
    '/patients/:id',
    {
      config: { access: 'patient.read' },
      schema: { tags, summary: 'One patient', params: IdParams, response: { 200: ok(Patient) } },
    },
    async ({ ctx, params }) => reply(await patients.readPatient(ctx, params.id)),
  );

  app.put(
    '/patients/:id',
    {
      config: { access: 'patient.update' },
      schema: {
        tags,
        summary: 'Change a patient',
        description: 'Partial: an absent key stays, null clears. The e-mail only by an admin.',
        params: IdParams,
        body: PatientChanges,
        response: { 200: ok(Patient) },
      },
    },
    async ({ ctx, params, body }) => reply(await patients.updatePatient(ctx, params.id, body)),
  );

  app.delete(
    '/patients/:id',
    {
      config: { access: 'patient.delete' },
      schema: { tags, summary: 'Delete a patient for ever', params: IdParams, response: { 200: ok(Deleted) } },
    },
    async ({ ctx, params }) => {
      await patients.deletePatient(ctx, params.id);
      return reply({ id: params.id, message: 'Patient deleted' });
    },
  );
}

function addHealthRoutes(app: App): void {
  app.get(
    '/patients/:id/falls',
    {
      config: { access: 'patient.falls' },
      schema: {
        tags,
        summary: 'A patient’s falls',
        params: IdParams,
        querystring: PatientFallsQuery,
        response: { 200: okPage(FallRow) },
      },
    },
    async ({ ctx, params, query }) => replyPage(query, await listFallsOfPatient(ctx, params.id, query)),
  );

  app.get(
    '/patients/:id/health',
    {
      config: { access: 'patient.health' },
      schema: { tags, summary: 'How a patient is', params: IdParams, response: { 200: ok(HealthSummary) } },
    },
    async ({ ctx, params }) => reply(await patients.readHealth(ctx, params.id)),
  );

  app.get(
    '/patients/:id/devices',
    {
      config: { access: 'patient.devices' },
      schema: { tags, summary: 'A patient’s devices', params: IdParams, response: { 200: ok(Type.Array(Device)) } },
    },
    async ({ ctx, params }) => reply(await listDevicesOfUsers(ctx, [params.id])),
  );
}
