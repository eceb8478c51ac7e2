import type { BrowserContext, Page } from 'playwright-core';
import type { World } from './world.js';

export interface Pushed {
  readonly title: string;
  readonly text: string;
  readonly answer: object | null;
  readonly isUpdate: boolean;
  readonly contactPointId?: string;
  readonly tag?: string;
}

/** Brings a message to the worker, as a push service does: again, until it is shown. */
export async function createPush(
  { origin }: Pick<World, 'origin'>,
  context: BrowserContext,
  page: Page,
): Promise<(message: Pushed) => Promise<void>> {
  const session = await context.newCDPSession(page);
  const registrationId = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted);
      if (ours) resolve(ours.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const isShown = async (text: string) =>
    context.serviceWorkers()[0]?.evaluate(async (wanted) => {
      const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
      return (await registration.getNotifications()).some(({ body }) => body === wanted);
    }, text);
  return async (message) => {
    const data = JSON.stringify({ contactPointId: 'c1', tag: 'incident-1', ...message });
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registrationId, data });
      for (let turn = 0; turn < 50; turn += 1) {
        if (await isShown(message.text)) return;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
    throw new Error(`not shown: ${data}`);
  };
}
