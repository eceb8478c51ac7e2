import { expect } from 'vitest';
import { send } from '../../server/test/processes/process.js';
import type { Named, World } from './world.js';

interface Message {
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  readonly url: string | null;
}

/** What would have been sent to this address, newest first. */
export async function listSent(world: World, address: string): Promise<Message[]> {
  const { body } = await send(world.base, 'GET', '/outbox', undefined, world.admin.token);
  return body.data.filter((message: { readonly address: string }) => message.address === address);
}

export async function readCode(world: World, address: string): Promise<string> {
  const [latest] = await listSent(world, address);
  return /\d{6}/.exec(latest?.text ?? '')?.[0] ?? 'no code was sent';
}

/** The person gets alerts by e-mail from now on, at the address of the account. */
export async function addVerifiedEmail(world: World, { token, email }: Named): Promise<void> {
  const { body } = await send(world.base, 'POST', '/contact-points', { kind: 'email', address: email }, token);
  const path = `/contact-points/${body.data.id}`;
  await send(world.base, 'POST', `${path}/code`, {}, token);
  const { status } = await send(world.base, 'POST', `${path}/verify`, { code: await readCode(world, email) }, token);
  if (status !== 200) throw new Error(`not verified: ${status}`);
}

/** The token of the latest message to this person that can be answered. */
export async function readToken(world: World, { email }: Named): Promise<string> {
  const findUrl = async () => (await listSent(world, email)).find(({ url }) => url !== null)?.url;
  await expect.poll(findUrl).toBeTruthy();
  return new URL((await findUrl()) ?? '').hash.slice(1);
}
