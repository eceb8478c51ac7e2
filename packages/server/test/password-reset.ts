import { expect } from 'vitest';
import { readToken, resetTitle, waitForMail } from './account-mail.js';
import { callAsRoot, caller } from './people.js';

/** The password after a reset. */
export const nextPassword = 'Battery-staple-8!';

export const forget = (email: string) => caller().post('/auth/password/forgot', { email });

export const reset = (token: string, password = nextPassword) =>
  caller().post('/auth/password/reset', { token, password });

/** Asks for a link, and reads its secret from the mail. */
export async function mailedToken(email: string): Promise<string> {
  expect(await forget(email)).toHaveStatus(200);
  return readToken(await waitForMail(email, resetTitle));
}

export const deactivate = (id: string) =>
  callAsRoot((first) => first.put(`/admin/users/${id}`, { status: 'inactive' }));
