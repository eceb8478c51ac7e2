import Type from 'typebox';
import type { App } from '../../platform/http/app.js';
import { IdParams, ok, reply } from '../../platform/http/shapes.js';
import { renameDevice } from '../devices/device-owner.service.js';
import { Device } from '../devices/devices.schema.js';
import { DeviceChanges, TransferRequest } from './ownership.schema.js';
import { releaseDevice, transferDevice } from './ownership.service.js';

const tags = ['Devices'];

export async function ownershipRoutes(app: App): Promise<void> {
  app.put(
    '/device/:id',
    {
      config: { access: 'device.manage' },
      schema: {
        tags,
        summary: 'Rename a device',
        params: IdParams,
        body: DeviceChanges,
        response: { 200: ok(Device) },
      },
    },
    async ({ ctx, params, body }) => reply(await renameDevice(ctx, params.id, body.name)),
  );

  app.post(
    '/device/:id/release',
    {
      config: { access: 'device.manage' },
      schema: {
        tags,
        summary: 'Release a device',
        description:
          'Its credentials end, and its MAC address may be paired or registered by anybody. Readings, vitals and falls ' +
          'stay with the person who wore it.',
        params: IdParams,
        response: { 204: Type.Null({ description: 'Released.' }) },
      },
    },
    async ({ ctx, params }, response) => {
      await releaseDevice(ctx, params.id);
      return response.code(204).send(null);
    },
  );

  app.post(
    '/device/:id/transfer',
    {
      config: { access: 'device.manage' },
      schema: {
        tags,
        summary: 'Give a device to another patient',
        description:
          'By an admin, or by a caregiver who is assigned to the new owner too. The answer is a new device with the same ' +
          'MAC address; the history stays with the person who wore it. The credentials end: pair the device again.',
        params: IdParams,
        body: TransferRequest,
        response: { 200: ok(Device) },
      },
    },
    async ({ ctx, params, body }) => reply(await transferDevice(ctx, params.id, body.patientId)),
  );
}
