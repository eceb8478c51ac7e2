import { freshEngine } from './engine.js';
import { testServer } from './harness.js';
import { caregiver, type Person, patient } from './people.js';

/** People whose falls share an escalation. */

export async function listEscalations(person: Person): Promise<{ id: string; fallId: string; severity: string }[]> {
  const { platform } = await testServer();
  const found = platform.db.selectFrom('escalations').select(['id', 'fallId', 'severity']);
  return (await found.where('patientId', '=', person.id).orderBy('raisedAt').execute()) as never;
}

/** Live events about this person, oldest first. */
export async function eventsAbout(
  person: Person,
): Promise<{ type: string; recipients: string[]; data: { fallId: string } }[]> {
  const { platform } = await testServer();
  const found = platform.db.selectFrom('liveEvents').select(['type', 'recipients', 'data']);
  return (await found.where('patientId', '=', person.id).orderBy('id').execute()) as never;
}

export async function scene() {
  const [ann, engine] = [await patient(), await freshEngine()];
  const carl = await caregiver({ of: ann });
  const told = () => engine.toldTo(carl.id).map(({ fallId, step }) => ({ fallId, step }));
  return { ann, carl, engine, told };
}
