import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { Webhook as Verifier } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { caller, caregiver, type Person, patient } from '../../../test/people.js';
import {
  ctx,
  here,
  noticeFor,
  type Received,
  readDeliveryLog,
  receiver,
  register,
  retriesAfter,
  setUpWebhooks,
} from '../../../test/webhooks.js';
import type { Notice } from '../deliveries/channel.js';
import { webhookChannel } from './sending.service.js';
import type { NewWebhook } from './webhooks.schema.js';

setUpWebhooks();

/** The bodies of the recipes in docs/webhooks.md, by heading. */
const page = readFileSync(new URL('../../../../../docs/webhooks.md', import.meta.url), 'utf8');
const recipes = new Map(
  [...page.matchAll(/^### (.+)$[^#]*?<<'END'\n([\s\S]*?)\nEND$/gm)].map(([, name = '', body = '']) => [
    name,
    JSON.parse(body) as NewWebhook,
  ]),
);

/** Rose Hill has fallen; Bob looks after her and has a webhook made by a recipe. */
async function cast(recipe: string, { status = 200, firstName = 'Rose', lastName = 'Hill' } = {}) {
  const rose = await patient();
  expect(await rose.put('/profile/me', { firstName, lastName })).toHaveStatus(200);
  const bob = await caregiver({ of: rose });
  const target = await receiver(status);
  const { url, ...more } = recipes.get(recipe) as NewWebhook;
  const webhook = await register(
    bob,
    target.url.replace('/hook', new URL(url).pathname.replace(/%7Bid%7D/, '{id}')),
    more,
  );
  return { rose, bob, target, webhook, notice: await fall(rose, bob) };
}

async function fall(rose: Person, bob: Person): Promise<Notice> {
  await rose.post('/falls', { confidence: 0.8 });
  const [alert] = (await bob.get('/caregivers/alerts')).data;
  return { ...noticeFor(bob, rose), alertId: alert.id, fallId: alert.fallId, raisedAt: alert.timestamp };
}

const link = /http:\/\/localhost:3000\/answer#([\w-]{22})/;
/** Without the token, and as if no other test had moved the database's time. */
const toComparable = (body: string): string =>
  body
    .replace(link, '<link>')
    .replace(/\d+ min ago\./, 'Just now.')
    .replace(/Vor \d+ Min\./, 'Gerade eben.');

describe('a webhook with a template', () => {
  test('calls Telegram with a message whose link answers as the owner', async () => {
    const { bob, target, webhook, notice } = await cast('Telegram');
    expect(await webhookChannel.deliver(ctx, notice)).toEqual({ status: 'accepted' });
    const [{ line, headers, body }] = target.received as [Received];
    expect(line).toBe('POST /bot123456:ABC-DEF/sendMessage');
    expect(headers).toMatchObject({ 'content-type': 'application/json' });
    expect(headers).not.toHaveProperty('authorization');
    expect(toComparable(body)).toBe('{"chat_id": 42, "text": "R.H. has fallen. Just now. <link>"}');
    new Verifier(webhook.secret).verify(body, headers as Record<string, string>);
    const token = link.exec(body)?.[1];
    expect((await caller().post('/answers', { token, answer: 'ON_IT' })).data).toMatchObject({ state: 'MINE' });
    const [alert] = (await bob.get('/caregivers/alerts?status=open')).data;
    expect(alert).toMatchObject({ state: 'HANDLED', handledBy: { id: bob.id } });
  });

  test('calls Matrix with PUT, an authorization and one transaction id, in the language of the owner', async () => {
    const { bob, target, webhook, notice } = await cast('Matrix', { status: 503 });
    await bob.put('/profile/me', { language: 'de' });
    await webhookChannel.deliver(ctx, { ...notice, step: 2 });
    target.status = 200;
    await retriesAfter(7_000);
    const [{ id }] = await readDeliveryLog(bob, webhook.id);
    const [first, second] = target.received as [Received, Received];
    for (const { line, headers, body } of [first, second]) {
      expect(line).toBe(`PUT /_matrix/client/v3/rooms/%21abc%3Aexample.org/send/m.room.message/${id}`);
      expect(headers).toMatchObject({ authorization: 'Bearer syt_the_access_token', 'webhook-id': id });
      expect(toComparable(body)).toBe(
        '{"msgtype": "m.text", "body": "R.H. ist gestürzt. Gerade eben. Noch hat niemand geantwortet. <link>"}',
      );
    }
    // A link of its own for each attempt, and none of them stored.
    expect(link.exec(first.body)?.[1]).not.toBe(link.exec(second.body)?.[1]);
    const stored = await sql`select * from webhook_deliveries where webhook_id = ${webhook.id}`.execute(ctx.db);
    expect(JSON.stringify(stored.rows)).not.toContain('answer#');
  });

  test.each([
    ['"},"x":{"', '\\","x":"', '\\".\\\\.'],
    ['{url}', '\n{id}', '{.{.'],
  ])('cannot be changed by a patient named %j %j', async (firstName, lastName, initials) => {
    const { target, notice } = await cast('Telegram', { firstName, lastName });
    await webhookChannel.deliver(ctx, notice);
    const [{ body }] = target.received as [Received];
    expect(toComparable(body)).toBe(`{"chat_id": 42, "text": "${initials} has fallen. Just now. <link>"}`);
  });

  test.each([...recipes])('sends what the recipe for %s says', async (recipe, { template = '' }) => {
    const { target, notice } = await cast(recipe, { firstName: '"', lastName: '\\' });
    expect(await webhookChannel.deliver(ctx, notice)).toEqual({ status: 'accepted' });
    const values = { '{title}': '".\\. has fallen', '{text}': 'Just now.', '{url}': '<link>' };
    const fill = (text: string) =>
      Object.entries(values).reduce((filled, [name, value]) => filled.replace(name, value), text);
    const [{ body }] = target.received as [Received];
    expect(JSON.parse(toComparable(body))).toEqual(
      JSON.parse(template, (_, value) => (typeof value === 'string' ? fill(value) : value)),
    );
  });

  test('sends its test with the words of a test', async () => {
    const { bob, target, webhook } = await cast('Telegram');
    expect((await here(bob).post(`/webhooks/${webhook.id}/test`)).data).toMatchObject({ status: 'SENT' });
    expect(target.received.map(({ body }) => body)).toEqual([
      '{"chat_id": 42, "text": "Fallwatch: test. This is a test. Alerts will reach you here. http://localhost:3000"}',
    ]);
  });

  test('tells that monitoring has ended, with initials and without a link that answers', async () => {
    const { rose, target } = await cast('Telegram');
    await rose.delete('/profile/me', { confirmation: true });
    await retriesAfter(1);
    expect(target.received.map(({ body }) => toComparable(body))).toEqual([
      '{"chat_id": 42, "text": "R.H. is no longer monitored: the account was deleted. Just now. http://localhost:3000"}',
    ]);
  });
});

describe('the fields of a template', () => {
  test('are shown to the owner, except the authorization', async () => {
    const bob = await caregiver();
    const matrix = recipes.get('Matrix') as NewWebhook;
    const { authorization, ...shown } = matrix;
    const created = await here(bob).post('/webhooks', matrix);
    expect(created.data).toMatchObject(shown);
    const listed = await here(bob).get('/webhooks');
    expect(listed.data).toMatchObject([shown]);
    for (const { body } of [created, listed]) expect(JSON.stringify(body)).not.toContain('syt_the_access_token');
  });

  test('change nothing for a webhook without a template', async () => {
    const rose = await patient();
    const bob = await caregiver({ of: rose });
    const target = await receiver();
    await register(bob, `${target.url}/{id}/{title}`);
    await webhookChannel.deliver(ctx, noticeFor(bob, rose));
    const [{ line, body }] = target.received as [Received];
    expect(line).toBe('POST /hook/%7Bid%7D/%7Btitle%7D');
    expect(JSON.parse(body)).toMatchObject({ type: 'alert.notice' });
  });

  test.each([
    ['template', { template: '{"text": {title}}' }, /^is not valid JSON/],
    ['template', { template: '{"text": "{name}"}' }, /^has the unknown placeholder \{name\}; known here: \{title\}, /],
    ['url', { url: 'https://chat.example.org/{step}', template: '{}' }, /placeholder \{step\}; known here: \{id\}$/],
    ['url', { url: 'https://10.0.0.1/{id}', template: '{}' }, /private network/],
    ['method', { method: 'DELETE' }, /^must be one of POST, PUT/],
    ['authorization', { authorization: 'Bearer s3cret\r\nX-Evil: 1' }, /^must be the value of a header/],
  ])('refuses a wrong %s: %j', async (field, draft, problem) => {
    const answer = await (await caregiver()).post('/webhooks', { url: 'https://chat.example.org/', ...draft });
    expect(answer).toHaveStatus(400);
    expect(Object.keys(answer.body.details)).toEqual([field]);
    expect(answer.body.details[field]).toMatch(problem);
    expect(JSON.stringify(answer.body)).not.toContain('s3cret');
  });
});

test('docs/webhooks.md has a recipe for each service', () => {
  expect([...recipes.keys()]).toEqual(['Telegram', 'Matrix', 'Slack', 'Mattermost', 'Discord', 'Microsoft Teams']);
});
