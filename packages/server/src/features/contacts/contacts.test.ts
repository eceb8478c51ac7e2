import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { contact, emailContact, requestCode, sentTo, verifiedContact } from '../../../test/contacts.js';
import { testServer } from '../../../test/harness.js';
import { callAsRoot, caregiver } from '../../../test/people.js';

describe('adding a contact point', () => {
  test('lists it as not verified, with the kinds that can be used', async () => {
    const bob = await caregiver();
    const { id, address } = await contact(bob, { label: 'home', fromStep: 2, minSeverity: 'HIGH' });
    const { body } = await bob.get('/contact-points');
    expect(body.kinds).toEqual(expect.arrayContaining(['email', 'sms', 'ntfy', 'gotify']));
    expect(body.data).toEqual([
      {
        id,
        kind: 'email',
        address,
        label: 'home',
        fromStep: 2,
        minSeverity: 'HIGH',
        createdAt: expect.any(String),
        verifiedAt: null,
        lastOkAt: null,
        failingSince: null,
        failingReason: null,
      },
    ]);
    expect(await bob.put(`/contact-points/${id}`, { fromStep: 3 })).toMatchObject({
      data: { fromStep: 3, label: 'home' },
    });
    expect(await bob.delete(`/contact-points/${id}`)).toHaveStatus(200);
    expect((await bob.get('/contact-points')).data).toEqual([]);
  });

  test.each([
    ['email', 'anna', 'must be one e-mail address, anna@example.org'],
    ['email', 'anna@example.org\r\nBcc: eve@example.org', 'must be one e-mail address, anna@example.org'],
    ['email', 'Anna <anna@example.org>', 'must be one e-mail address, anna@example.org'],
    ['email', 'anna@example.org,eve@example.org', 'must be one e-mail address, anna@example.org'],
    ['sms', '0170 1234567', 'must be a phone number with its country code, +49 170 1234567'],
    [
      'ntfy',
      'http://127.0.0.1/topic',
      'must begin with https://; expected the URL of a topic, https://ntfy.sh/a-long-secret-name',
    ],
  ])('refuses the %s address %j', async (kind, address, problem) => {
    const answer = await (await caregiver()).post('/contact-points', { kind, address });
    expect(answer).toHaveStatus(400);
    expect(answer.body.details).toEqual({ address: problem });
  });

  test('stores phone numbers in their international form, and each address once', async () => {
    const bob = await caregiver();
    expect((await contact(bob, { kind: 'sms', address: '0049 (170) 123-45 67' })).address).toBe('+491701234567');
    expect(await bob.post('/contact-points', { kind: 'sms', address: '+49 170 1234567' })).toHaveStatus(409);
  });

  test('ends at ten', async () => {
    const bob = await caregiver();
    for (let count = 0; count < 10; count += 1) await contact(bob);
    const answer = await bob.post('/contact-points', emailContact());
    expect(answer).toHaveStatus(409);
    expect(answer.body.error).toBe('This person has 10 contact points already. Delete one first.');
  });

  test('an admin adds one for a person, who verifies it', async () => {
    const bob = await caregiver();
    const path = `/admin/users/${bob.id}/contact-points`;
    const added = await callAsRoot((first) => first.post(path, emailContact()));
    expect(added).toHaveStatus(201);
    const code = await requestCode(bob, added.data.id, added.data.address);
    const byAdmin = await callAsRoot((first) => first.post(`/contact-points/${added.data.id}/verify`, { code }));
    expect(byAdmin).toHaveStatus(403);
    expect(await bob.post(`/contact-points/${added.data.id}/verify`, { code })).toHaveStatus(200);
    expect((await callAsRoot((first) => first.get(path))).data).toMatchObject([{ verifiedAt: expect.any(String) }]);
  });
});

describe('verification', () => {
  test('takes the latest code, once', async () => {
    const bob = await caregiver();
    const { id, address } = await contact(bob);
    expect((await bob.post(`/contact-points/${id}/verify`, { code: '000000' })).body.details).toEqual({
      code: 'was not sent yet: request one first',
    });
    const code = await requestCode(bob, id, address);
    const again = await bob.post(`/contact-points/${id}/code`);
    expect(again).toHaveStatus(429);
    expect(again.body.retryAfter).toBeGreaterThan(0);
    expect(await bob.post(`/contact-points/${id}/verify`, { code })).toMatchObject({
      data: { verifiedAt: expect.any(String) },
    });
    expect(await bob.post(`/contact-points/${id}/verify`, { code })).toHaveStatus(400);
  });

  test('ends after five wrong codes, also with the right one', async () => {
    const bob = await caregiver();
    const { id, address } = await contact(bob);
    const code = await requestCode(bob, id, address);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 5; tries += 1)
      expect((await bob.post(`/contact-points/${id}/verify`, { code: wrong })).body.details).toEqual({
        code: 'is not the code of the latest message',
      });
    expect((await bob.post(`/contact-points/${id}/verify`, { code })).body.details).toEqual({
      code: 'was wrong too often: request a new one',
    });
  });

  test('ends after ten minutes', async () => {
    const bob = await caregiver();
    const { id, address } = await contact(bob);
    const code = await requestCode(bob, id, address);
    const { platform } = await testServer();
    await sql`update contact_points set code_sent_at = code_sent_at - interval '601 seconds' where id = ${id}`.execute(
      platform.db,
    );
    expect((await bob.post(`/contact-points/${id}/verify`, { code })).body.details).toEqual({
      code: 'has expired: request a new one',
    });
  });

  test('is worded in the language of the person', async () => {
    const bob = await caregiver();
    expect(await bob.put('/profile/me', { language: 'de' })).toMatchObject({ data: { language: 'de' } });
    const { id, address } = await contact(bob);
    await requestCode(bob, id, address);
    expect((await sentTo(address))[0]?.text).toMatch(/^Ihr Code lautet \d{6}\./);
  });
});

describe('a test message', () => {
  test('is sent at once, only to a verified contact point', async () => {
    const bob = await caregiver();
    const { id: unverified } = await contact(bob);
    expect(await bob.post(`/contact-points/${unverified}/test`)).toHaveStatus(409);
    const { id, address } = await verifiedContact(bob);
    expect((await bob.post(`/contact-points/${id}/test`)).data).toEqual({ status: 'accepted', reason: null });
    expect((await sentTo(address))[0]).toMatchObject({ title: 'Fallwatch: test' });
    expect((await bob.get('/contact-points')).data[1]).toMatchObject({ lastOkAt: expect.any(String) });
  });
});
