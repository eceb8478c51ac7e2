import { describe, expect, test } from 'vitest';
import { waitForMail } from '../../../test/account-mail.js';
import { sentTo } from '../../../test/contacts.js';
import { testServer } from '../../../test/harness.js';
import { freshEmail, password, patient } from '../../../test/people.js';
import { createContext, inTransaction, system } from '../../platform/context.js';
import { notifyOfChange } from './account-mail.service.js';
import { type AccountChange, wordChange } from './account-wording.rules.js';

const changes: readonly AccountChange[] = [
  'PASSWORD_CHANGED',
  'PASSWORD_RESET',
  'EMAIL_CHANGED',
  'SECOND_FACTOR_ADDED',
  'SECOND_FACTOR_REMOVED',
  'PASSKEY_ADDED',
  'PASSKEY_REMOVED',
  'RECOVERY_CODE_USED',
];

describe('a notice of a change', () => {
  test('is mailed after a password change, in the language of the person', async () => {
    const ann = await patient();
    await ann.put('/profile/me', { language: 'de' });
    const change = { currentPassword: password, newPassword: 'Battery-staple-8!' };
    expect(await ann.post('/profile/password', change)).toHaveStatus(200);
    const text = await waitForMail(ann.email, 'Ihr Passwort wurde geändert');
    expect(text).toMatch(/^Ihr Passwort wurde geändert \(\d+\. \S+ \d{4}\D+\d\d:\d\d \S+\)\. Wenn Sie das waren,/);
    expect(text).toMatch(/\nNeues Passwort wählen: http:\/\/localhost:3000\/forgot$/);
  });

  test('goes to the former address after a change of the e-mail', async () => {
    const { platform } = await testServer();
    const [ann, former] = [await patient(), freshEmail()];
    notifyOfChange(createContext(platform, system), ann.id, 'EMAIL_CHANGED', former);
    await waitForMail(former, 'The e-mail address of your account was changed');
    expect(await sentTo(ann.email)).toEqual([]);
  });

  test.each(changes)('%s has words in both languages', (change) => {
    const about = { at: '2026-11-17T17:00:00.000Z', publicUrl: 'https://care.example.org' };
    const [en, de] = [wordChange('en', change, about), wordChange('de', change, about)];
    expect(en.title).not.toBe(de.title);
    for (const { title, text, lines } of [en, de]) {
      expect(text).toContain(`${title} (17`);
      expect(lines).toMatchObject([{ url: 'https://care.example.org/forgot' }]);
    }
  });

  test('cannot be started inside a transaction', async () => {
    const { platform } = await testServer();
    const { id } = await patient();
    const early = inTransaction(createContext(platform, system), async (ctx) =>
      notifyOfChange(ctx, id, 'PASSWORD_CHANGED'),
    );
    await expect(early).rejects.toThrow('after the commit');
  });

  test('for an account that was deleted meanwhile is logged, and breaks nothing', async () => {
    const { platform } = await testServer();
    const ann = await patient();
    await ann.delete('/profile/me?confirmation=true');
    const problems: unknown[] = [];
    const log = {
      ...platform.log,
      error: (...given: unknown[]) => void problems.push(given[1]),
    } as typeof platform.log;
    notifyOfChange(createContext({ ...platform, log }, system), ann.id, 'PASSWORD_CHANGED');
    await expect.poll(() => problems).toEqual(['notice of a change not mailed']);
  });
});
