import { testServer } from '../../server/test/harness.js';
import { caregiver, type Person, patient } from '../../server/test/people.js';

let origin: Promise<string> | undefined;

/** The real server of this worker, listening: the client has to get through a socket. */
export function servedOrigin(): Promise<string> {
  origin ??= testServer().then(({ app }) => app.listen({ host: '127.0.0.1', port: 0 }));
  return origin;
}

/** A wearer and somebody who looks after them. */
export async function pair(): Promise<{ wearer: Person; carer: Person }> {
  const wearer = await patient();
  return { wearer, carer: await caregiver({ of: wearer }) };
}
