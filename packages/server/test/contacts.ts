import { expect } from 'vitest';
import type { Message } from '../src/features/contacts/medium.js';
import { createContactChannel } from '../src/features/contacts/sending.service.js';
import { createEngine } from '../src/features/escalation/engine.worker.js';
import { contextWith, nothingDue, runOnce } from './engine.js';
import { testServer } from './harness.js';
import { callAsRoot, freshEmail, type Person } from './people.js';

/** As a medium gets it. */
export const fallMessage: Message = {
  id: '01a1e678-c02f-77b5-bce2-77b0977fb3db',
  title: 'R.H. has fallen',
  text: 'Just now.',
  answer: { alertId: 'a1', url: 'https://care.test/answer#abc', token: 'abc', onIt: 'I’m on it', cannot: 'I can’t' },
  incidentId: 'e1',
  severity: 'HIGH',
};

/** Contact points of people. Messages go to the outbox. */

export const emailContact = (): { kind: string; address: string } => ({ kind: 'email', address: freshEmail() });

export interface TestContact {
  readonly id: string;
  readonly address: string;
}

export async function contact(person: Person, draft: object = {}): Promise<TestContact> {
  const answer = await person.post('/contact-points', { ...emailContact(), ...draft });
  expect(answer).toHaveStatus(201);
  return answer.data;
}

/** The messages to this address, newest first. */
export async function sentTo(address: string): Promise<{ title: string; text: string; url: string | null }[]> {
  const { data } = await callAsRoot((first) => first.get('/outbox'));
  return data.filter((message: TestContact) => message.address === address);
}

/** Requests a code and reads it from the message. */
export async function requestCode(person: Person, id: string, address: string): Promise<string> {
  expect(await person.post(`/contact-points/${id}/code`)).toHaveStatus(200);
  const [message] = await sentTo(address);
  return /\d{6}/.exec(message?.text ?? '')?.[0] ?? '';
}

export async function verifiedContact(person: Person, draft: object = {}): Promise<TestContact> {
  const added = await contact(person, draft);
  const code = await requestCode(person, added.id, added.address);
  expect(await person.post(`/contact-points/${added.id}/verify`, { code })).toHaveStatus(200);
  return added;
}

/** Runs what is due, over all contact points. Due escalations of earlier tests are dropped at the start. */
export async function contactEngine(): Promise<{ run: () => Promise<void> }> {
  await nothingDue();
  const { platform } = await testServer();
  const ctx = await contextWith(platform.state.media.map(createContactChannel));
  const engine = createEngine();
  return { run: () => runOnce(engine, ctx) };
}
