import { expect } from 'vitest';
import { type Answer, type Person, root } from './people.js';

/** Falls and the alerts about them. */

export async function reportFall(person: Person, confidence = 0.8): Promise<string> {
  const answer = await person.post('/falls', { confidence });
  expect(answer).toHaveStatus(201);
  return answer.data.id;
}

export async function listAlerts(carer: Person, query = ''): Promise<Answer['data']> {
  return (await carer.get(`/caregivers/alerts${query}`)).data;
}

export async function firstAlert(carer: Person, query = ''): Promise<Answer['data']> {
  return (await listAlerts(carer, query))[0];
}

export async function alertAbout(carer: Person, fallId: string, query = '?status=all'): Promise<Answer['data']> {
  return (await listAlerts(carer, query)).find((alert: { fallId: string }) => alert.fallId === fallId);
}

/** Without a fall: the first alert in the list. */
export async function acknowledge(carer: Person, fallId?: string): Promise<void> {
  const { id } = fallId === undefined ? await firstAlert(carer) : await alertAbout(carer, fallId);
  expect(await carer.post(`/caregivers/alerts/${id}/acknowledge`)).toHaveStatus(200);
}

export async function listAdminAlerts(fallId: string): Promise<Answer['data']> {
  const { data } = await (await root()).get('/admin/alerts?status=all&limit=100');
  return data.filter((alert: { fallId: string }) => alert.fallId === fallId);
}
