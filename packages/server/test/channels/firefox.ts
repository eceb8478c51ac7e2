/** Firefox, controlled over WebDriver BiDi. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';

export interface Firefox {
  readonly goTo: (url: string) => Promise<void>;
  /** Runs a function in the page, as if a person had clicked. */
  readonly run: (source: string, ...args: string[]) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

const preferences = {
  'dom.push.enabled': true,
  'dom.push.connection.enabled': true,
  'dom.push.testing.allowInsecureServerURL': true,
  'dom.push.userAgentID': '',
  // Notifications are allowed without a question.
  'permissions.default.desktop-notification': 1,
  'dom.webnotifications.requireuserinteraction': false,
  // Without a desktop Firefox shows them itself.
  'alerts.useSystemBackend': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'intl.locale.requested': 'en-US',
};

export async function startFirefox(pushServiceUrl: string): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
  const all = { ...preferences, 'dom.push.serverURL': pushServiceUrl };
  const lines = Object.entries(all).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), `${lines.join('\n')}\n`);
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const child = spawn('firefox-esr', args, {
    env: { PATH: process.env.PATH, HOME: profile, MOZ_DISABLE_CONTENT_SANDBOX: '1' },
  });
  const socket = new WebSocket(`${await readAddress(child.stderr)}/session`);
  await once(socket, 'open');
  const call = createCaller(socket);
  await call('session.new', { capabilities: {} });
  const { contexts } = await call('browsingContext.getTree', {});
  const { context } = contexts[0];
  return {
    goTo: async (url) => {
      const go = () => call('browsingContext.navigate', { context, url, wait: 'complete' });
      // The page itself was going somewhere.
      await go().catch(go);
    },
    run: async (functionDeclaration, ...given) => {
      const { result, exceptionDetails } = await call('script.callFunction', {
        functionDeclaration,
        awaitPromise: true,
        target: { context },
        arguments: given.map((value) => ({ type: 'string', value })),
        userActivation: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result.value;
    },
    close: async () => {
      socket.terminate();
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function readAddress(output: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    output.on('data', (chunk) => {
      text += chunk;
      const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(text)?.[1];
      if (address) resolve(address);
    });
    output.once('end', () => reject(new Error(`Firefox did not start: ${text}`)));
  });
}

// biome-ignore lint/suspicious/noExplicitAny: the result of any command.
type Result = any;

function createCaller(socket: WebSocket): (method: string, params: object) => Promise<Result> {
  const waiting = new Map<number, { resolve: (result: Result) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  socket.on('message', (text) => {
    const { id, type, result, error, message } = JSON.parse(String(text));
    const caller = waiting.get(id);
    waiting.delete(id);
    if (type === 'error') caller?.reject(new Error(`${error}: ${message}`));
    else caller?.resolve(result);
  });
  return (method, params) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      socket.send(JSON.stringify({ id: lastId, method, params }));
    });
}
