import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { announce, type LiveEvent } from '../src/features/live/live.service.js';
import type { LiveEventType } from '../src/features/live/live-event.schema.js';
import { createContext, type Platform, system } from '../src/platform/context.js';
import type { App } from '../src/platform/http/app.js';
import { appWith, testServer } from './harness.js';
import { type Listener, type ListenOptions, listen } from './listener.js';
import type { Person } from './people.js';

/** The live stream of a server in this process. */

export let platform: Platform;
let app: App;
export let base: string;

/** Call at the start of a test file: starts a server on a free port. */
export function setUpLiveStream(): void {
  beforeAll(async () => {
    platform = (await testServer()).platform;
    app = await appWith({});
    base = `${await app.listen({ host: '127.0.0.1', port: 0 })}/api`;
  });
  afterAll(() => app.close());
}

/** Opens a stream and waits until it is live. It is closed at the end of the test. */
export async function follow(person: Person, options: ListenOptions = {}, at = base): Promise<Listener> {
  const listener = await listen(at, { token: person.token, ...options });
  onTestFinished(listener.close);
  await expect.poll(() => listTypes(listener)).toContain('ready');
  return listener;
}

export const listTypes = ({ heard }: Listener): string[] => heard.map(({ type }) => type);
export const told = (listener: Listener): string[] => listTypes(listener).filter((type) => type !== 'ready');
export const tell = (event: LiveEvent): Promise<void> => announce(createContext(platform, system), event);
/** An event that no change has caused: its data may differ from its shape. */
export const madeUp = (type: LiveEventType, to: readonly Person[], data: object): LiveEvent =>
  ({ type, to: to.map(({ id }) => id), data: { ...data, isMadeUp: true } }) as unknown as LiveEvent;
export const alertAbout = (about: Person, to: readonly Person[], more: object = {}): LiveEvent =>
  madeUp('alert.raised', to, { patientId: about.id, message: 'Fall detected', ...more });

/** Sends a mark and waits for it: events sent before have arrived then. */
export async function settled(listener: Listener, person: Person): Promise<void> {
  const mark = `mark ${Math.random()}`;
  await tell(madeUp('message.sent', [person], { mark }));
  await expect.poll(() => listener.heard.some(({ data }) => data.mark === mark)).toBe(true);
}
