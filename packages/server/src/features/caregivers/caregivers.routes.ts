import { actorId } from '../../platform/context.js';
import type { App } from '../../platform/http/app.js';
import { replyPage } from '../../platform/http/pagination.js';
import { Deleted, IdParams, ok, okPage, reply } from '../../platform/http/shapes.js';
import { assignCaregiver, unassignCaregiver } from '../assignments/assignments.service.js';
import {
  AssignedPatient,
  AssignedPatientsQuery,
  Assignment,
  AssignmentParams,
  Caregiver,
  CaregiverChanges,
  CaregiversQuery,
  CreatedCaregiver,
  NewAssignment,
  NewCaregiver,
} from './caregivers.schema.js';
import * as caregivers from './caregivers.service.js';

const tags = ['Caregivers'];

/** Caregivers, except their alerts (features/alerts). */
export async function caregiverRoutes(app: App): Promise<void> {
  addCaregiverListRoutes(app);
  addOneCaregiverRoutes(app);
  addAssignmentRoutes(app);
}

function addCaregiverListRoutes(app: App): void {
  app.get(
    '/caregivers',
    {
      config: { access: 'caregiver.list' },
      schema: { tags, summary: 'All caregivers', querystring: CaregiversQuery, response: { 200: okPage(Caregiver) } },
    },
    async ({ ctx, query }) => replyPage(query, await caregivers.listCaregivers(ctx, query)),
  );

  app.post(
    '/caregivers',
    {
      config: { access: 'caregiver.create' },
      schema: {
        tags,
        summary: 'Create a caregiver’s account',
        description: 'Without a password an invitation is mailed, and the answer contains it too.',
        body: NewCaregiver,
        response: { 201: ok(CreatedCaregiver) },
      },
    },
    async ({ ctx, body }, response) => response.code(201).send(reply(await caregivers.createCaregiver(ctx, body))),
  );

  app.get(
    '/caregivers/me',
    {
      config: { access: 'caregiver.readOwn' },
      schema: { tags, summary: 'My own caregiver profile', response: { 200: ok(Caregiver) } },
    },
    async ({ ctx }) => reply(await caregivers.readCaregiver(ctx, actorId(ctx))),
  );
}

function addOneCaregiverRoutes(app: App): void {
  app.get(
    '/caregivers/:id',
    {
      config: { access: 'caregiver.read' },
      schema: { tags, summary: 'One caregiver', params: IdParams, response: { 200: ok(Caregiver) } },
    },
    async ({ ctx, params }) => reply(await caregivers.readCaregiver(ctx, params.id)),
  );

  app.put(
    '/caregivers/:id',
    {
      config: { access: 'caregiver.update' },
      schema: {
        tags,
        summary: 'Change a caregiver',
        description: 'Partial: an absent key stays, null clears.',
        params: IdParams,
        body: CaregiverChanges,
        response: { 200: ok(Caregiver) },
      },
    },
    async ({ ctx, params, body }) => reply(await caregivers.updateCaregiver(ctx, params.id, body)),
  );

  app.delete(
    '/caregivers/:id',
    {
      config: { access: 'caregiver.delete' },
      schema: {
        tags,
        summary: 'Delete a caregiver for ever',
        description: 'Patients left without a caregiver raise an alert to the admins.',
        params: IdParams,
        response: { 200: ok(Deleted) },
      },
    },
    async ({ ctx, params }) => {
      await caregivers.deleteCaregiver(ctx, params.id);
      return reply({ id: params.id, message: 'Caregiver deleted' });
    },
  );
}

function addAssignmentRoutes(app: App): void {
  app.get(
    '/caregivers/:id/patients',
    {
      config: { access: 'caregiver.patients' },
      schema: {
        tags,
        summary: 'People a caregiver looks after',
        params: IdParams,
        querystring: AssignedPatientsQuery,
        response: { 200: okPage(AssignedPatient) },
      },
    },
    async ({ ctx, params, query }) => replyPage(query, await caregivers.listAssignedPatients(ctx, params.id, query)),
  );

  app.post(
    '/caregivers/:id/patients',
    {
      config: { access: 'caregiver.assign' },
      schema: {
        tags,
        summary: 'Assign a patient to a caregiver',
        params: IdParams,
        body: NewAssignment,
        response: { 201: ok(Assignment) },
      },
    },
    async ({ ctx, params, body }, response) => {
      const assignment = await assignCaregiver(ctx, params.id, body.patientId, body.relationship ?? null);
      return response.code(201).send(reply(assignment));
    },
  );

  app.delete(
    '/caregivers/:id/patients/:patientId',
    {
      config: { access: 'caregiver.assign' },
      schema: {
        tags,
        summary: 'Take a patient from a caregiver',
        params: AssignmentParams,
        response: { 200: ok(Deleted) },
      },
    },
    async ({ ctx, params }) => {
      await unassignCaregiver(ctx, params.id, params.patientId);
      return reply({ id: params.patientId, message: 'Patient unassigned' });
    },
  );
}
