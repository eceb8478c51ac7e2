import type { App } from '../../platform/http/app.js';
import { IdParams, ok, reply } from '../../platform/http/shapes.js';
import { HomeAssistant, HomeAssistantChange } from './home-assistant.schema.js';
import * as homeAssistant from './home-assistant.service.js';

const tags = ['Home Assistant'];

export async function homeAssistantRoutes(app: App): Promise<void> {
  app.get(
    '/patients/:id/home-assistant',
    {
      config: { access: 'homeAssistant.read' },
      schema: {
        tags,
        summary: 'Whether Home Assistant gets the state of a person',
        description: 'For the wearer and admins.',
        params: IdParams,
        response: { 200: ok(HomeAssistant) },
      },
    },
    async ({ ctx, params }) => reply(await homeAssistant.readSetting(ctx, params.id)),
  );

  app.put(
    '/patients/:id/home-assistant',
    {
      config: { access: 'homeAssistant.update' },
      schema: {
        tags,
        summary: 'Allow Home Assistant to get the state of a person, or end it',
        description:
          'By the wearer, or by an admin on their wish. Whoever operates the MQTT broker can read fall alerts, heart rate, battery and connection. Switching it off removes everything that was published. 409 if the operator has not set it up.',
        params: IdParams,
        body: HomeAssistantChange,
        response: { 200: ok(HomeAssistant) },
      },
    },
    async ({ ctx, params, body }) => reply(await homeAssistant.changeSetting(ctx, params.id, body)),
  );
}
