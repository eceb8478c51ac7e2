import { beforeAll, describe, expect, test } from 'vitest';
import { resetTime } from '../../../test/engine.js';
import { testServer } from '../../../test/harness.js';
import { caregiver, type Person, patient, root } from '../../../test/people.js';
import { type Context, createContext, system } from '../../platform/context.js';
import { callForHelp } from './calls.service.js';
import { changeSetting } from './home-assistant.service.js';
import * as publisher from './publisher.store.js';

beforeAll(resetTime);

const prefixes = { discovery: 'homeassistant', topic: 'fallwatch' };

async function contextFor(person: Person | null): Promise<Context> {
  const { platform } = await testServer();
  const config = { ...platform.config, homeAssistantMqttUrl: 'mqtt://127.0.0.1:1' };
  const actor = person ? ({ id: person.id, role: 'PATIENT', sessionId: null } as const) : system;
  return createContext({ ...platform, config }, actor);
}

const agree = async (person: Person, enabled = true) => changeSetting(await contextFor(person), person.id, { enabled });

async function followed(person: Person) {
  const { db } = await contextFor(null);
  return (await publisher.listFollowed(db, [person.id]))[0];
}

async function listChanges(person: Person): Promise<publisher.AlertChange[]> {
  const { db } = await contextFor(null);
  return (await publisher.listAlertChanges(db)).filter(({ patientId }) => patientId === person.id);
}

describe('the consent', () => {
  test('is absent at first, and cannot be given before the operator has set it up', async () => {
    const ann = await patient();
    const path = `/patients/${ann.id}/home-assistant`;
    const message = expect.stringContaining('HOME_ASSISTANT_MQTT_URL');
    expect((await ann.get(path)).data).toMatchObject({ enabled: false, changedAt: null, state: 'NOT_SET_UP', message });
    const refused = await ann.put(path, { enabled: true });
    expect(refused).toHaveStatus(409);
    expect(refused.body.error).toContain('HOME_ASSISTANT_MQTT_URL');
    expect((await ann.put(path, { enabled: false })).data).toMatchObject({ enabled: false, changedAt: null });
  });

  test('has a time and a person, is in the audit trail and in the download, and ends', async () => {
    const ann = await patient();
    expect(await followed(ann)).toBeUndefined();
    const given = await agree(ann);
    expect(given).toMatchObject({ enabled: true, changedBy: ann.id, state: 'DISCONNECTED' });
    expect(await agree(ann)).toEqual(given);
    const first = await followed(ann);
    expect(first?.nodeId).toMatch(/^[0-9a-f]{32}$/);
    const { homeAssistant, activity } = (await ann.get('/profile/export')).body;
    expect(homeAssistant).toMatchObject([{ enabled: true, changedBy: ann.id }]);
    expect(activity).toContainEqual(expect.objectContaining({ action: 'homeAssistant.enable' }));
    await agree(ann, false);
    expect(await followed(ann)).toBeUndefined();
    await agree(ann);
    expect((await followed(ann))?.nodeId).not.toBe(first?.nodeId);
  });

  test('counts only while the account is active; what was published is then to be removed', async () => {
    const ann = await patient();
    await agree(ann);
    const { db } = await contextFor(null);
    const { nodeId } = (await followed(ann)) as publisher.FollowedPerson;
    const topic = `fallwatch/people/${nodeId}/state`;
    await publisher.insertTopics(db, [{ topic, nodeId }]);
    expect(await publisher.listObsoleteTopics(db, prefixes)).not.toContain(topic);
    expect(await publisher.listObsoleteTopics(db, { ...prefixes, topic: 'other' })).toContain(topic);
    await (await root()).put(`/admin/users/${ann.id}`, { status: 'inactive' });
    expect(await publisher.listObsoleteTopics(db, prefixes)).toContain(topic);
    await (await root()).delete(`/admin/users/${ann.id}`);
    expect(await publisher.listObsoleteTopics(db, prefixes)).toContain(topic);
    await publisher.deleteTopics(db, [topic]);
  });
});

describe('alerts', () => {
  test('are published once as raised, answered and closed, however many people they notify', async () => {
    const ann = await patient();
    const [carl] = [await caregiver({ of: ann }), await caregiver({ of: ann })];
    await ann.post('/falls', { confidence: 0.8 });
    // Before the consent: not published.
    await agree(ann);
    expect(await listChanges(ann)).toEqual([]);
    expect((await followed(ann))?.hasOpenFall).toBe(true);
    await carl.post(`/patients/${ann.id}/drills`);
    expect(await listChanges(ann)).toEqual([]);
  });

  test('follow the escalation', async () => {
    const ann = await patient();
    await agree(ann);
    const carl = await caregiver({ of: ann });
    const { db } = await contextFor(null);
    const { id } = (await ann.post('/falls', { confidence: 0.8 })).data;
    const stages: string[] = [];
    const publishAll = async (): Promise<void> => {
      for (const change of await listChanges(ann)) {
        stages.push(change.stage);
        await publisher.updatePublishedStage(db, change);
      }
    };
    await publishAll();
    await publishAll();
    const [alert] = (await carl.get('/caregivers/alerts')).data;
    await carl.post(`/caregivers/alerts/${alert.id}/acknowledge`);
    await publishAll();
    await carl.post(`/falls/${id}/resolve`, { outcome: 'HELPED' });
    await publishAll();
    await publishAll();
    expect(stages).toEqual(['raised', 'answered', 'closed']);
    expect((await followed(ann))?.hasOpenFall).toBe(false);
  });
});

describe('the button', () => {
  test('calls for help as the wearer, once in 30 s', async () => {
    const ann = await patient();
    const carl = await caregiver({ of: ann });
    await agree(ann);
    const { nodeId } = (await followed(ann)) as publisher.FollowedPerson;
    const ctx = await contextFor(null);
    await callForHelp(ctx, nodeId);
    await callForHelp(ctx, nodeId);
    const falls = (await ann.get('/falls')).data;
    expect(falls).toMatchObject([{ status: 'CONFIRMED' }]);
    expect((await carl.get(`/falls/${falls[0].id}`)).data).toMatchObject({ source: 'HOME_ASSISTANT', userId: ann.id });
    expect((await carl.get('/caregivers/alerts')).data).toMatchObject([{ severity: 'CRITICAL' }]);
  });

  test('does nothing for somebody who has not agreed', async () => {
    const ann = await patient();
    await agree(ann);
    const { nodeId: former } = (await followed(ann)) as publisher.FollowedPerson;
    await agree(ann, false);
    const ctx = await contextFor(null);
    const consents = ctx.db.selectFrom('homeAssistantConsents').select('nodeId').where('patientId', '=', ann.id);
    const { nodeId } = await consents.executeTakeFirstOrThrow();
    await callForHelp(ctx, nodeId);
    await callForHelp(ctx, former);
    await callForHelp(ctx, '0'.repeat(32));
    expect((await ann.get('/falls')).data).toEqual([]);
  });
});

test('one process at a time holds the lease, and another takes it when it is released or expires', async () => {
  const { db } = await contextFor(null);
  const [one, other] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
  const take = (holder: string, leaseMs: number) => publisher.takeLease(db, { holder, isConnected: true, leaseMs });
  expect(await take(one, 60_000)).toMatch(/^fallwatch-[0-9a-f]{12}$/);
  expect(await take(other, 60_000)).toBeUndefined();
  await publisher.releaseLease(db, other);
  expect(await take(one, 60_000)).toBeDefined();
  await publisher.releaseLease(db, one);
  expect(await take(other, 1)).toBeDefined();
  await expect.poll(() => take(one, 1)).toBeDefined();
  await publisher.releaseLease(db, one);
});
