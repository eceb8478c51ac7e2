import { onTestFinished } from 'vitest';
import type { Medium } from '../src/features/contacts/medium.js';
import { createMedia } from '../src/media.js';
import { testServer } from './harness.js';
import { type MailServer, startMailServer } from './smtp.js';

/** Runs until the test ends. */
export async function mailServer(): Promise<MailServer> {
  const server = await startMailServer();
  onTestFinished(server.close);
  return server;
}

/** E-mail over this server. */
export async function mailOver(smtpUrl: string, more = {}): Promise<Medium> {
  const { platform } = await testServer();
  const config = { ...platform.config, smtpUrl, mailFrom: 'alerts@care.test', ...more };
  return createMedia(config).find(({ kind }) => kind === 'email') as Medium;
}
