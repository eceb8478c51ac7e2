import { expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.js';
import { caregiver, type Person, patient, root } from '../people.js';
import { expectRefusal, hourMs, id, stoppedApp, time } from './shapes.js';

/** Messages between people. */

test('are sent by anyone to anyone who exists', async () => {
  const [ann, bob] = [await patient(), await patient()];
  const sent = await ann.post('/messages', { recipientId: bob.id, content: 'Hello', type: 'TEXT', senderId: bob.id });
  expect(sent).toHaveStatus(201);
  const fields = { id, senderId: ann.id, recipientId: bob.id, content: 'Hello', type: 'TEXT', read: false };
  expect(sent.data).toMatchObject({ ...fields, createdAt: time });
  expect((await ann.post('/messages', { recipientId: bob.id, content: 'x'.repeat(5_000) })).status).toBe(201);
  for (const content of ['', 'x'.repeat(5_001), null, 5])
    expectRefusal(await ann.post('/messages', { recipientId: bob.id, content }), 400, 'content');
  expectRefusal(await ann.post('/messages', { recipientId: bob.id, content: 'x', type: 'IMAGE' }), 400, 'type');
  expectRefusal(await ann.post('/messages', { recipientId: 'bob', content: 'x' }), 400, 'recipientId');
  expectRefusal(await ann.post('/messages', {}), 400, 'content', 'recipientId');
  expectRefusal(await ann.post('/messages', { recipientId: newId(), content: 'x' }), 404);
});

test('are listed for both, by conversation, and unread ones', async () => {
  const [ann, bob, eve] = [await patient(), await patient(), await caregiver()];
  const send = async (from: Person, to: Person) =>
    (await from.post('/messages', { recipientId: to.id, content: 'x' })).data.id;
  const [toBob, fromBob, fromEve] = [await send(ann, bob), await send(bob, ann), await send(eve, ann)];
  const ids = async (query = '') =>
    (await ann.get(`/messages${query}`)).data.map((message: { id: string }) => message.id).sort();
  expect(await ids()).toEqual([toBob, fromBob, fromEve].sort());
  expect((await ann.get('/messages')).body.pagination).toEqual({ page: 1, limit: 10, total: 3, totalPages: 1 });
  expect(await ids(`?conversationWith=${bob.id}`)).toEqual([toBob, fromBob].sort());
  expect(await ids('?unreadOnly=true')).toEqual([fromBob, fromEve].sort());
  expect(await ids(`?unreadOnly=true&conversationWith=${eve.id}`)).toEqual([fromEve]);
  await ann.post(`/messages/${fromBob}/read`);
  expect(await ids('?unreadOnly=true')).toEqual([fromEve]);
  expect(await ids('?unreadOnly=false')).toHaveLength(3);
  const note = await send(ann, ann);
  expect(await ids()).toHaveLength(4);
  expect(await ids('?unreadOnly=true')).toContain(note);
});

test('a conversation with oneself contains the own notes only', async () => {
  const [ann, bob] = [await patient(), await patient()];
  await ann.post('/messages', { recipientId: bob.id, content: 'Hello' });
  const { data: note } = await ann.post('/messages', { recipientId: ann.id, content: 'Milk' });
  const { data } = await ann.get(`/messages?conversationWith=${ann.id}`);
  expect(data.map((message: { id: string }) => message.id)).toEqual([note.id]);
});

test('reading a message does not mark it read; only the recipient can, once', async () => {
  const { clock, as } = await stoppedApp();
  const [ann, bob] = [await as(await patient()), await as(await patient())];
  const { data: sent } = await ann.post('/messages', { recipientId: bob.id, content: 'Hello' });
  for (const who of [ann, bob]) {
    const seen = await who.get(`/messages/${sent.id}`);
    expect(seen).toHaveStatus(200);
    expect(seen.data).toEqual(sent);
  }
  for (const who of [ann, await patient(), await root()])
    expectRefusal(await who.post(`/messages/${sent.id}/read`), 403);
  for (const who of [await patient(), await root()]) expectRefusal(await who.get(`/messages/${sent.id}`), 403);
  const read = await bob.post(`/messages/${sent.id}/read`);
  expect(read).toHaveStatus(200);
  expect(read.data).toMatchObject({ ...sent, read: true, readAt: time });
  clock.ms += hourMs;
  expect((await bob.post(`/messages/${sent.id}/read`)).data).toEqual(read.data);
  for (const path of ['', '/read']) {
    const method = path === '' ? bob.get : bob.post;
    expectRefusal(await method(`/messages/${newId()}${path}`), 404);
    expectRefusal(await method(`/messages/nonsense${path}`), 404);
  }
});
