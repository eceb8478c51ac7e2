/** gammu-smsd: a modem at this machine. Its `RunOnReceive` script passes replies on: docs/notifications.md. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type SmsProvider, timeoutMs } from './provider.js';

const run = promisify(execFile);

/** `command` is replaced by tests. */
export function createGammu(command = 'gammu-smsd-inject'): SmsProvider {
  return {
    async send({ to, text }) {
      try {
        // No shell: the text is one argument, whatever it contains.
        await run(command, ['TEXT', to, '-autolen', '600', '-report', '-textutf8', text], { timeout: timeoutMs });
        return { status: 'accepted' };
      } catch {
        return { status: 'failed', reason: 'gammu-smsd did not take the text message' };
      }
    },
    // gammu-smsd keeps delivery reports in its own folders and reports none.
    parseReport: () => undefined,
    parseReply: ({ from, text }) => (from && text !== undefined ? { from, text } : undefined),
    isGenuine: () => true,
  };
}
