/** Who lets Home Assistant follow their state. Off for everybody until the wearer or an admin switches it on. */
import { randomBytes } from 'node:crypto';
import { recordAudit } from '../../access/audit.js';
import { actorId, type Context, inTransaction } from '../../platform/context.js';
import { conflict } from '../../platform/refusal.js';
import type { BridgeState, HomeAssistant, HomeAssistantChange } from './home-assistant.schema.js';
import * as store from './home-assistant.store.js';

declare module '../../platform/events/events.js' {
  interface EventTypes {
    /** Somebody switched it on or off; without this event the publisher sees it within five seconds. */
    'homeAssistant.changed': object;
  }
}

const messages: Record<BridgeState, string> = {
  NOT_SET_UP: 'Home Assistant is not set up on this service: its operator has to set HOME_ASSISTANT_MQTT_URL.',
  CONNECTED: 'Connected to the broker of Home Assistant.',
  DISCONNECTED: 'The broker of Home Assistant cannot be reached at the moment. The connection is tried every second.',
};

export async function readSetting(ctx: Context, patientId: string): Promise<HomeAssistant> {
  const consent = await store.findConsent(ctx.db, patientId);
  const state = await readBridgeState(ctx);
  const { isEnabled = false, changedAt = null, changedBy = null } = consent ?? {};
  return { patientId, enabled: isEnabled, changedAt, changedBy, state, message: messages[state] };
}

/** A setting that does not change keeps the time and the person. */
export function changeSetting(
  ctx: Context,
  patientId: string,
  { enabled }: HomeAssistantChange,
): Promise<HomeAssistant> {
  if (enabled && ctx.config.homeAssistantMqttUrl === null) throw conflict(messages.NOT_SET_UP);
  return inTransaction(ctx, async (ctx) => {
    const nodeId = createNodeId();
    const consent = { patientId, isEnabled: enabled, nodeId, changedBy: actorId(ctx) };
    if (await store.upsertConsent(ctx.db, consent)) {
      await store.deletePublishedAlerts(ctx.db, patientId);
      await recordAudit(ctx, enabled ? 'homeAssistant.enable' : 'homeAssistant.disable', patientId);
      ctx.events.publish({ type: 'homeAssistant.changed' });
    }
    return readSetting(ctx, patientId);
  });
}

/** 128 random bits: who reads topics learns no name and no id of an account. */
function createNodeId(): string {
  return randomBytes(16).toString('hex');
}

async function readBridgeState(ctx: Context): Promise<BridgeState> {
  if (ctx.config.homeAssistantMqttUrl === null) return 'NOT_SET_UP';
  return (await store.isBridgeConnected(ctx.db)) ? 'CONNECTED' : 'DISCONNECTED';
}
