import { parseMacAddress } from '../../platform/mac.js';
import type { Outcome } from '../../platform/mqtt/handler.js';
import type { Identity } from './mqtt.schema.js';

const form = /^fallwatch\/([^/]+)\/(readings|answers|status)$/;

/** Whether this is the topic of this kind of this device; the MAC address in any usual form. */
export function isOwnTopic(macAddress: string, kind: 'readings' | 'answers' | 'status', topic: string): boolean {
  const [, mac = '', last] = form.exec(topic) ?? [];
  return last === kind && parseMacAddress(mac) === macAddress;
}

export function isUpload(body: unknown): body is { readonly readings: unknown } {
  return typeof body === 'object' && body !== null && 'readings' in body;
}

export function toIdentity(body: unknown): Identity {
  const first = isUpload(body) ? (Array.isArray(body.readings) ? body.readings[0] : undefined) : body;
  if (typeof first !== 'object' || first === null) return {};
  const { uptime_ms, boot_id } = first as Identity;
  return { uptime_ms, boot_id };
}

/** A refusal for good is acknowledged: the device must not send the same message for ever. */
export function toKind(status: number): Outcome['kind'] {
  if (status >= 500) return 'retry';
  return status === 401 ? 'end' : 'done';
}
