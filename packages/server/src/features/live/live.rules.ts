/** How long a browser waits before it reconnects. */
const retryMs = 2_000;

export const greeting = `retry: ${retryMs}\n\n`;

/** The text of one event. Data is one line: JSON contains no raw line break. */
export function toFrame(event: { position?: number; type: string; data: object }): string {
  const id = event.position === undefined ? '' : `id: ${event.position}\n`;
  return `${id}event: ${event.type}\ndata: ${JSON.stringify(event.data)}\n\n`;
}

/**
 * The comment keeps proxies from closing the connection; the id lets a client without events for days resume from here.
 */
export function toHeartbeat(position: number): string {
  return `: heartbeat\nid: ${position}\n\n`;
}

/** The position in a client's last event id; undefined if we never assign such an id. */
export function parsePosition(lastEventId: string): number | undefined {
  return /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : undefined;
}

/** The delivery of this event, if the alert engine waits for its confirmation. */
export function readDeliveryId(data: object): string | undefined {
  return 'deliveryId' in data && typeof data.deliveryId === 'string' ? data.deliveryId : undefined;
}
