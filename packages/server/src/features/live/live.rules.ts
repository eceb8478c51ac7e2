/** How long a browser waits before it comes back by itself. */
const retryMs = 2_000;

export const greeting = `retry: ${retryMs}\n\n`;

/** The text of one event. Data is one line: JSON has no bare line break. */
export function frameOf(event: { position?: number; type: string; data: object }): string {
  const id = event.position === undefined ? '' : `id: ${event.position}\n`;
  return `${id}event: ${event.type}\ndata: ${JSON.stringify(event.data)}\n\n`;
}

/** A comment keeps proxies from closing the line; the id lets whoever hears nothing for days still resume from here. */
export function heartbeatOf(position: number): string {
  return `: heartbeat\nid: ${position}\n\n`;
}

/** What a client sends as its last id → the position, or undefined when we never gave out such a one. */
export function positionOf(lastEventId: string): number | undefined {
  return /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : undefined;
}

/** The delivery that this event is, where the alert engine waits to hear that it arrived. */
export function deliveryIdOf(data: object): string | undefined {
  return 'deliveryId' in data && typeof data.deliveryId === 'string' ? data.deliveryId : undefined;
}
