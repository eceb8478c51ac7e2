import { type Answer, type Person, reading } from '../people.js';

/** Calls of the API that several tests make, and what they read from the answers. */

export const stream = (who: Person, mac: string, changes: object = {}): Promise<Answer> =>
  who.post('/device/sensor-stream', reading(mac, changes));

export const listMessages = (log: Answer): string[] => log.data.map((entry: { message: string }) => entry.message);

export const listIds = (answer: Answer): string[] => answer.data.map((row: { id: string }) => row.id);
