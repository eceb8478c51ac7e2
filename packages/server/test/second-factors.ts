import { testServer } from './harness.js';
import { type Answer, call, caller, type Person, password } from './people.js';
import { totpCode } from './totp.js';

export interface App {
  readonly secret: string;
  readonly recoveryCodes: string[];
  /** The code that the app shows `steps` × 30 s after the set-up; that of the set-up itself, 0, is used up. */
  readonly code: (steps: number) => string;
}

/** Sets up an authenticator app. */
export async function addTotp(person: Person): Promise<App> {
  const { data } = await person.post('/profile/totp', { password });
  const startedAtMs = (await testServer()).clock.nowMs();
  const code = (steps: number): string => totpCode(data.secret, startedAtMs + steps * 30_000);
  const answer = await person.post('/profile/totp/confirm', { code: code(0) });
  if (answer.status !== 200) throw new Error(`not confirmed: ${JSON.stringify(answer.body)}`);
  return { secret: data.secret, recoveryCodes: answer.data.codes, code };
}

export function logInWith(email: string, code?: string, remoteAddress = '198.51.100.7'): Promise<Answer> {
  const payload = { email, password, ...(code === undefined ? {} : { code }) };
  return call({ method: 'POST', url: '/auth/login', payload, remoteAddress });
}

/** As the person, with this session. */
export const asOpened = (answer: Answer): Person => ({
  id: answer.data.id,
  email: answer.data.email,
  token: answer.body.token,
  ...caller(answer.body.token),
});

/** Moves the clock: codes of steps that were accepted or tried before are then old. */
export async function passSteps(steps: number): Promise<void> {
  (await testServer()).clock.offsetMs += steps * 30_000;
}
