import { SignJWT } from 'jose';

/** JWT_SECRET of tests whose people are inserted by SQL: hundreds of sign-ups would take minutes of password hashing. */
export const secret = 'x'.repeat(32);

/** The token that a login would have answered. */
export function signToken(userId: string, sessionId: string): Promise<string> {
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(userId)
    .setIssuer('fallwatch')
    .setAudience('fallwatch-api')
    .setIssuedAt()
    .setExpirationTime('1d')
    .sign(Buffer.from(secret));
}
