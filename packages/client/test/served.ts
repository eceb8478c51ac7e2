import { testServer } from '../../server/test/harness.js';
import { caregiver, type Person, patient } from '../../server/test/people.js';

let origin: Promise<string> | undefined;

/** The server of this worker on a real socket: the client uses HTTP. */
export function servedOrigin(): Promise<string> {
  origin ??= testServer().then(({ app }) => app.listen({ host: '127.0.0.1', port: 0 }));
  return origin;
}

/** A wearer and their caregiver. */
export async function pair(): Promise<{ wearer: Person; carer: Person }> {
  const wearer = await patient();
  return { wearer, carer: await caregiver({ of: wearer }) };
}
