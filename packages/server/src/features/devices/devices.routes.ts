import Type from 'typebox';
import type { App } from '../../platform/http/app.js';
import { replyPage } from '../../platform/http/pagination.js';
import { IdParams, ok, okPage, reply } from '../../platform/http/shapes.js';
import {
  Device,
  DeviceLogEntry,
  DeviceLogQuery,
  DeviceStatusView,
  DevicesQuery,
  OwnedDevice,
} from './devices.schema.js';
import * as devices from './devices.service.js';

const tags = ['Devices'];
const description = 'The id is the device’s UUID or its MAC address.';

/** Devices, except the sensor stream (features/ingest). */
export async function deviceRoutes(app: App): Promise<void> {
  addDeviceRoutes(app);
  addAdminRoutes(app);
}

function addDeviceRoutes(app: App): void {
  app.get(
    '/device/:id',
    {
      config: { access: 'device.read' },
      schema: { tags, summary: 'One device', description, params: IdParams, response: { 200: ok(Device) } },
    },
    async ({ ctx, params }) => reply(await devices.readDevice(ctx, params.id)),
  );

  app.get(
    '/device/:id/status',
    {
      config: { access: 'device.read' },
      schema: {
        tags,
        summary: 'How a device is',
        description,
        params: IdParams,
        response: { 200: ok(DeviceStatusView) },
      },
    },
    async ({ ctx, params }) => reply(await devices.readDeviceStatus(ctx, params.id)),
  );

  app.get(
    '/device/:id/logs',
    {
      config: { access: 'device.read' },
      schema: {
        tags,
        summary: 'What happened to a device',
        description,
        params: IdParams,
        querystring: DeviceLogQuery,
        response: { 200: okPage(DeviceLogEntry) },
      },
    },
    async ({ ctx, params, query }) => replyPage(query, await devices.listDeviceLog(ctx, params.id, query)),
  );

  app.delete(
    '/device/:id',
    {
      config: { access: 'device.delete' },
      schema: {
        tags,
        summary: 'Delete a device and its readings',
        description: 'Falls and their evidence stay; the same MAC address may register anew.',
        params: IdParams,
        response: { 204: Type.Null({ description: 'Deleted.' }) },
      },
    },
    async ({ ctx, params }, response) => {
      await devices.deleteDevice(ctx, params.id);
      return response.code(204).send(null);
    },
  );
}

function addAdminRoutes(app: App): void {
  app.get(
    '/admin/devices',
    {
      config: { access: 'device.listAll' },
      schema: {
        tags: ['Admin'],
        summary: 'All devices, the longest silent first',
        querystring: DevicesQuery,
        response: { 200: okPage(OwnedDevice) },
      },
    },
    async ({ ctx, query }) => replyPage(query, await devices.listDevices(ctx, query)),
  );

  app.post(
    '/admin/devices/:id/disable',
    {
      config: { access: 'device.switch' },
      schema: { tags: ['Admin'], summary: 'Refuse a device’s data', params: IdParams, response: { 200: ok(Device) } },
    },
    async ({ ctx, params }) => reply(await devices.disableDevice(ctx, params.id)),
  );

  app.post(
    '/admin/devices/:id/enable',
    {
      config: { access: 'device.switch' },
      schema: {
        tags: ['Admin'],
        summary: 'Take a device’s data again',
        params: IdParams,
        response: { 200: ok(Device) },
      },
    },
    async ({ ctx, params }) => reply(await devices.enableDevice(ctx, params.id)),
  );
}
