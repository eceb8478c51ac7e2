import { alertAbout, listAdminAlerts, reportFall } from './alerts.js';
import { freshEngine } from './engine.js';
import { type Answer, caregiver, type Person, patient } from './people.js';

/** Ann has fallen; Carl, Dora and Emil look after her. */
export async function incident() {
  const [ann, engine] = [await patient(), await freshEngine()];
  const [carl, dora, emil] = [await caregiver({ of: ann }), await caregiver({ of: ann }), await caregiver({ of: ann })];
  const fallId = await reportFall(ann);
  const readAlert = (person: Person): Promise<Answer['data']> => alertAbout(person, fallId, '?status=open');
  const act = async (person: Person, action: string, more: object = {}): Promise<Answer> =>
    person.post(`/alerts/${(await readAlert(person)).id}/response`, { action, ...more });
  const readThread = async (person: Person): Promise<Answer['data']> =>
    (await person.get(`/alerts/${(await alertAbout(person, fallId)).id}/thread`)).data;
  return {
    ann,
    carl,
    dora,
    emil,
    engine,
    fallId,
    readAlert,
    act,
    readThread,
    readAdminAlerts: () => listAdminAlerts(fallId),
  };
}

/** `[id, state]` of each responder of an alert. */
export function listStates(alert: Answer['data']): [string, string][] {
  return alert.responders.map(({ id, state }: { id: string; state: string }) => [id, state]);
}
