import Type from 'typebox';
import type { App } from '../../platform/http/app.js';
import { IdParams, ok, reply } from '../../platform/http/shapes.js';
import { CredentialParams, DeviceCredential, NewDeviceCredential, RotatedCredential } from './credentials.schema.js';
import * as credentials from './credentials.service.js';

const tags = ['Devices'];

/** How devices authenticate: docs/devices.md. */
export async function credentialRoutes(app: App): Promise<void> {
  addOwnRoutes(app);
  addListRoutes(app);
  addRevokeRoute(app);
}

function addOwnRoutes(app: App): void {
  app.post(
    '/device/credential',
    {
      config: { access: 'device.ownCredential' },
      schema: {
        tags,
        summary: 'Replace my own credential',
        description:
          'By a device, with its present credential, which stays valid for 24 hours: store the new one before you use it. ' +
          'If the answer is lost, call again.',
        response: { 201: ok(RotatedCredential) },
      },
    },
    async ({ ctx }, response) => response.code(201).send(reply(await credentials.rotateOwnCredential(ctx))),
  );

  app.delete(
    '/device/credential',
    {
      config: { access: 'device.ownCredential' },
      schema: {
        tags,
        summary: 'Disconnect: revoke my own credentials',
        description: 'By a device, before it forgets its credential. To connect it again, pair it.',
        response: { 204: Type.Null({ description: 'Revoked.' }) },
      },
    },
    async ({ ctx }, response) => {
      await credentials.revokeOwnCredentials(ctx);
      return response.code(204).send(null);
    },
  );
}

function addListRoutes(app: App): void {
  app.get(
    '/device/:id/credentials',
    {
      config: { access: 'device.manage' },
      schema: {
        tags,
        summary: 'Valid credentials of a device, the newest first',
        params: IdParams,
        response: { 200: ok(Type.Array(DeviceCredential)) },
      },
    },
    async ({ ctx, params }) => reply(await credentials.listCredentials(ctx, params.id)),
  );

  app.post(
    '/device/:id/credentials',
    {
      config: { access: 'device.manage' },
      schema: {
        tags,
        summary: 'Issue a credential for a device',
        description: 'Shown once. Older credentials of the device end after 24 hours; at most ten are valid.',
        params: IdParams,
        response: { 201: ok(NewDeviceCredential) },
      },
    },
    async ({ ctx, params }, response) =>
      response.code(201).send(reply(await credentials.issueCredential(ctx, params.id))),
  );
}

function addRevokeRoute(app: App): void {
  app.delete(
    '/device/:id/credentials/:credentialId',
    {
      config: { access: 'device.manage' },
      schema: {
        tags,
        summary: 'Revoke a credential',
        description: 'Refused everywhere within a second.',
        params: CredentialParams,
        response: { 204: Type.Null({ description: 'Revoked.' }) },
      },
    },
    async ({ ctx, params }, response) => {
      await credentials.revokeCredential(ctx, params.id, params.credentialId);
      return response.code(204).send(null);
    },
  );
}
