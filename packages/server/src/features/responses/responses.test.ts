import { describe, expect, test } from 'vitest';
import { acknowledge } from '../../../test/alerts.js';
import { pass } from '../../../test/engine.js';
import { admin, callAsRoot, type Person, patient } from '../../../test/people.js';
import { incident, listStates } from '../../../test/responses.js';

describe('the people who respond', () => {
  test('take, go, arrive and record the outcome; each act is in the timeline once', async () => {
    const { carl, dora, fallId, readAlert, act } = await incident();
    await acknowledge(carl, fallId);
    expect(await act(carl, 'ON_THE_WAY')).toHaveStatus(200);
    await act(carl, 'ARRIVED');
    // A phone without a line sends it late: nothing goes back.
    await act(carl, 'ON_THE_WAY');
    await act(dora, 'JOIN');
    await act(dora, 'JOIN');
    expect(await readAlert(dora)).toMatchObject({ state: 'HANDLED', handledBy: { id: carl.id }, acknowledged: true });
    expect((await readAlert(carl)).responders).toMatchObject([
      { id: carl.id, state: 'ARRIVED', isLead: true },
      { id: dora.id, state: 'JOINED', isLead: false },
    ]);
    expect(await act(carl, 'DONE')).toHaveStatus(409);
    await act(dora, 'DONE');
    await carl.post(`/falls/${fallId}/resolve`, { outcome: 'HELPED', note: 'Tea.' });
    const { data } = await dora.get(`/falls/${fallId}/timeline`);
    expect(data.responses.map(({ kind, by }: { kind: string; by: Person }) => [kind, by.id])).toEqual([
      ['TAKEN', carl.id],
      ['ON_THE_WAY', carl.id],
      ['ARRIVED', carl.id],
      ['JOINED', dora.id],
      ['DONE', dora.id],
    ]);
    const csv = await dora.get(`/falls/${fallId}/timeline.csv`);
    expect(csv.body).toMatch(/RESPONSE,.+,,ON_THE_WAY,/);
    const [closed] = (await carl.get('/caregivers/alerts?status=all')).data;
    expect(listStates(closed)).toEqual([
      [carl.id, 'DONE'],
      [dora.id, 'DONE'],
    ]);
    const late = await carl.post(`/alerts/${closed.id}/response`, { action: 'JOIN' });
    expect(late).toHaveStatus(409);
    expect(late.body.error).toContain('closed');
  });

  test('take over: the other leads, and the former lead still responds', async () => {
    const { carl, dora, fallId, readAlert, act } = await incident();
    await acknowledge(carl, fallId);
    await act(carl, 'ON_THE_WAY');
    expect((await act(dora, 'TAKE_OVER')).data).toMatchObject({ handledBy: { id: dora.id } });
    await act(dora, 'TAKE_OVER');
    expect((await readAlert(carl)).responders).toMatchObject([
      { id: carl.id, state: 'ON_THE_WAY', isLead: false },
      { id: dora.id, state: 'TAKEN', isLead: true },
    ]);
  });

  test('must have taken or joined it to go on', async () => {
    const { carl, dora, fallId, act } = await incident();
    for (const action of ['ON_THE_WAY', 'ARRIVED', 'DONE', 'RELEASE', 'CALL_SECOND'])
      expect(await act(dora, action), action).toHaveStatus(409);
    await acknowledge(carl, fallId);
    expect((await act(dora, 'RELEASE')).body.error).toContain('Join it first');
    expect(await act(carl, 'JOIN', { note: 'x' })).toHaveStatus(400);
    expect(await act(carl, 'RELEASE', { userId: dora.id })).toHaveStatus(400);
  });

  test('a second person who joins an alert that nobody has takes it', async () => {
    const { dora, act } = await incident();
    expect((await act(dora, 'JOIN')).data).toMatchObject({ state: 'HANDLED', handledBy: { id: dora.id } });
  });
});

describe('a release', () => {
  test('alerts everybody at once, with the note, and the plan begins again', async () => {
    const { carl, dora, emil, engine, fallId, readAlert, act, readAdminAlerts } = await incident();
    await engine.run();
    await acknowledge(carl, fallId);
    await pass(100);
    await engine.run();
    await act(carl, 'RELEASE', { note: 'My car does not start.' });
    await act(carl, 'RELEASE', { note: 'My car does not start.' });
    for (const person of [carl, dora, emil])
      expect(await readAlert(person)).toMatchObject({
        state: 'ESCALATING',
        handledBy: null,
        acknowledged: false,
        reminder: null,
        responders: [{ id: carl.id, state: 'RELEASED', note: 'My car does not start.', isLead: false }],
      });
    expect(await readAdminAlerts()).toHaveLength(1);
    await engine.run();
    expect(engine.toldTo(emil.id).map(({ step }) => step)).toEqual([1, 2]);
    await pass(60);
    await engine.run();
    expect(engine.toldTo(emil.id).map(({ step }) => step)).toEqual([1, 2, 3]);
    await act(carl, 'JOIN');
    expect(await readAlert(dora)).toMatchObject({ handledBy: { id: carl.id }, responders: [{ state: 'TAKEN' }] });
  });

  test('with others who have joined: the furthest leads, and nobody is alerted', async () => {
    const { carl, dora, emil, engine, fallId, readAlert, act } = await incident();
    await engine.run();
    await acknowledge(carl, fallId);
    await act(dora, 'JOIN');
    await act(emil, 'JOIN');
    await act(emil, 'ON_THE_WAY');
    await act(carl, 'RELEASE');
    expect(await readAlert(dora)).toMatchObject({ state: 'HANDLED', handledBy: { id: emil.id } });
    await engine.run();
    expect(engine.toldTo(carl.id)).toHaveLength(1);
    await act(dora, 'RELEASE');
    expect(await readAlert(dora)).toMatchObject({ handledBy: { id: emil.id } });
  });

  test.each([
    [
      'unassigned',
      (carl: Person, ann: Person) => callAsRoot((r) => r.delete(`/caregivers/${carl.id}/patients/${ann.id}`)),
    ],
    ['deactivated', (carl: Person) => callAsRoot((r) => r.put(`/admin/users/${carl.id}`, { status: 'inactive' }))],
    ['deleted', (carl: Person) => callAsRoot((r) => r.delete(`/admin/users/${carl.id}`))],
  ])('happens by itself when the lead is %s', async (_, end) => {
    const { ann, carl, dora, engine, fallId, readAlert } = await incident();
    await acknowledge(carl, fallId);
    expect((await end(carl, ann)).status).toBeLessThan(300);
    expect(await readAlert(dora)).toMatchObject({ state: 'ESCALATING', handledBy: null });
    await engine.run();
    expect(engine.toldTo(dora.id).at(-1)).toMatchObject({ fallId, step: 2 });
    const { data } = await dora.get(`/falls/${fallId}/timeline`);
    expect(data.responses.map(({ kind }: { kind: string }) => kind)).toEqual(['TAKEN', 'RELEASED']);
  });
});

describe('a call for a second person', () => {
  test('reaches everybody who does not respond, once; who leads stays, and joining answers it', async () => {
    const { carl, dora, emil, engine, fallId, readAlert, act, readAdminAlerts } = await incident();
    await engine.run();
    await acknowledge(carl, fallId);
    await carl.put('/profile/me', { firstName: 'Carl', lastName: 'Berg' });
    await act(carl, 'CALL_SECOND', { note: 'I cannot lift her.' });
    await act(carl, 'CALL_SECOND', { note: 'I cannot lift her.' });
    await engine.run();
    expect(engine.toldTo(carl.id)).toHaveLength(1);
    expect(engine.toldTo(dora.id)).toMatchObject([{ calledBy: null }, { step: 2, calledBy: 'Carl Berg' }]);
    expect(await readAdminAlerts()).toHaveLength(1);
    const asked = { by: { id: carl.id }, note: 'I cannot lift her.', calledId: null };
    expect(await readAlert(emil)).toMatchObject({ handledBy: { id: carl.id }, secondPersonCall: asked });
    await act(dora, 'JOIN');
    expect(await readAlert(emil)).toMatchObject({ handledBy: { id: carl.id }, secondPersonCall: null });
  });

  test('can name one person, who may know of the alert', async () => {
    const { carl, dora, emil, engine, fallId, act } = await incident();
    await acknowledge(carl, fallId);
    await engine.run();
    const [told] = [engine.toldTo(emil.id).length];
    await act(carl, 'CALL_SECOND', { userId: dora.id });
    await engine.run();
    expect(engine.toldTo(dora.id).at(-1)).toMatchObject({ calledBy: expect.any(String) });
    expect(engine.toldTo(emil.id)).toHaveLength(told);
    const stranger = await act(carl, 'CALL_SECOND', { userId: (await patient()).id });
    expect(stranger).toHaveStatus(400);
    expect(stranger.body.details.userId).toContain('must be a caregiver of this patient or an admin');
    expect(await act(carl, 'CALL_SECOND', { userId: carl.id })).toHaveStatus(409);
  });
});

describe('the thread', () => {
  test('has messages and acts in order, for those who may know', async () => {
    const { ann, carl, dora, fallId, readAlert, act, readThread } = await incident();
    await acknowledge(carl, fallId);
    const { id } = await readAlert(dora);
    expect(await dora.post(`/alerts/${id}/thread`, { text: 'The key is in the safe.' })).toHaveStatus(201);
    expect(await dora.post(`/alerts/${id}/thread`, { text: 'x'.repeat(1_001) })).toHaveStatus(400);
    await act(carl, 'RELEASE', { note: 'Flat tyre.' });
    await act(dora, 'TAKE_OVER');
    await dora.post(`/falls/${fallId}/resolve`, { outcome: 'HELPED', note: 'All well.' });
    const lines = await readThread(carl);
    // The tests move the time of the alert engine, not that of outcomes.
    const outcome = lines.findIndex(({ kind }: { kind: string }) => kind === 'RESOLVED');
    lines.push(...lines.splice(outcome, 1));
    expect(lines.map(({ kind, text, by }: Record<string, unknown>) => [kind, text, (by as Person).id])).toEqual([
      ['TAKEN', null, carl.id],
      ['MESSAGE', 'The key is in the safe.', dora.id],
      ['RELEASED', 'Flat tyre.', carl.id],
      ['TAKEN', null, dora.id],
      ['RESOLVED', 'All well.', dora.id],
    ]);
    const boss = await admin();
    expect((await boss.get(`/alerts/${id}/thread`)).data).toHaveLength(5);
    expect(await ann.get(`/alerts/${id}/thread`)).toHaveStatus(403);
    await callAsRoot((r) => r.delete(`/caregivers/${carl.id}/patients/${ann.id}`));
    expect(await carl.get(`/alerts/${id}/thread`)).toHaveStatus(403);
  });

  test('is in the author’s export, and outlives the account without the name', async () => {
    const { carl, dora, fallId, readAlert, readThread } = await incident();
    await acknowledge(carl, fallId);
    await carl.post(`/alerts/${(await readAlert(carl)).id}/thread`, { text: 'On my way' });
    const file = (await carl.get('/profile/export')).body;
    expect(file.incidentMessages).toMatchObject([{ text: 'On my way' }]);
    expect(file.responses).toMatchObject([{ kind: 'TAKEN' }]);
    await callAsRoot((r) => r.delete(`/admin/users/${carl.id}`));
    const lines = await readThread(dora);
    expect(lines.map(({ kind, by }: Record<string, unknown>) => [kind, by])).toEqual([
      ['TAKEN', null],
      ['MESSAGE', null],
      ['RELEASED', null],
    ]);
  });
});
