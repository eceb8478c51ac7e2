import { callAsRoot, caregiver, type Person } from './people.js';

/** Daily turns, handed over at 08:00 in Berlin. */
export const daily = {
  name: 'Night duty',
  zone: 'Europe/Berlin',
  startOn: '2026-01-01',
  handOver: '08:00',
  turnDays: 1,
};

export async function createSchedule(members: readonly Person[], fields: object = {}): Promise<string> {
  const body = { ...daily, members: members.map(({ id }) => id), ...fields };
  const answer = await callAsRoot((first) => first.post('/schedules', body));
  if (answer.status !== 201) throw new Error(`schedule not created: ${JSON.stringify(answer.body)}`);
  return answer.data.id;
}

/** There may be 200 at most: a test that makes many deletes them. */
export async function deleteSchedule(id: string): Promise<void> {
  await callAsRoot((first) => first.delete(`/schedules/${id}`));
}

export async function substitute(scheduleId: string, body: object): Promise<string> {
  const answer = await callAsRoot((first) => first.post(`/schedules/${scheduleId}/substitutions`, body));
  if (answer.status !== 201) throw new Error(`substitution not made: ${JSON.stringify(answer.body)}`);
  return answer.data.id;
}

/** The path of its secret address below /api. */
export async function publishCalendar(scheduleId: string): Promise<string> {
  const answer = await callAsRoot((first) => first.post(`/schedules/${scheduleId}/calendar`));
  if (answer.status !== 201) throw new Error(`calendar not published: ${JSON.stringify(answer.body)}`);
  return new URL(answer.data.url).pathname.replace('/api', '');
}

export const twoCaregivers = (): Promise<[Person, Person]> => Promise.all([caregiver(), caregiver()]);
