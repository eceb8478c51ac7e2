import { Secret, TOTP } from 'otpauth';

/** What every authenticator app supports: RFC 6238 with SHA-1, six digits, a new code every 30 s. */
const stepMs = 30_000;

/** One step earlier or later: clocks of phones differ, and typing takes time. */
const toleratedSteps = 1;

export const secretBytes = 20;

const createTotp = (secret: string, email = ''): TOTP =>
  new TOTP({
    issuer: 'Fallwatch',
    label: email,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: stepMs / 1_000,
  });

/** The address in the QR code that the app scans. */
export function toTotpUri(secret: string, email: string): string {
  return createTotp(secret, email).toString();
}

/** The 30-second step that this code belongs to; undefined if it is wrong at this time. */
export function findStep(secret: string, code: string, nowMs: number): number | undefined {
  const delta = createTotp(secret).validate({ token: code, timestamp: nowMs, window: toleratedSteps });
  return delta === null ? undefined : Math.floor(nowMs / stepMs) + delta;
}
