import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { say } from '../faults/say.js';
import { isFull } from '../faults/size.js';
import { findDiscoveryProblems } from '../home-assistant-schema.js';
import { hasMosquitto, type Mosquitto, startMosquitto } from '../mosquitto.js';
import { careEnvironment, logInAsAdmin } from '../processes/care.js';
import { freePort, type Running, send, startServer } from '../processes/process.js';
import { createDatabase } from '../servers.js';
import { type Hub, joinBroker, listRetained } from './hub.js';
import { People, type SignedIn } from './people.js';
import { describeTimes, postFall, until } from './ward.js';

/** How often each way is measured. */
const times = isFull ? 50 : 20;
/** Far above what is measured: a busy machine must not fail the gate. */
const longestMs = 10_000;

let broker: Mosquitto;
let people: People;
const servers: Running[] = [];
let hub: Hub;
let env: Record<string, string>;

const last = (topic: string): string | undefined => hub.received.findLast((one) => one.topic === topic)?.text;

async function agree(person: SignedIn, enabled = true): Promise<void> {
  const { status, body } = await send(
    (servers.at(-1) as Running).base,
    'PUT',
    `/patients/${person.id}/home-assistant`,
    { enabled },
    person.token,
  );
  if (status !== 200) throw new Error(JSON.stringify(body));
}

const readNodeId = async ({ id }: SignedIn): Promise<string> =>
  (
    await people.query<{ node_id: string }>('select node_id from home_assistant_consents where patient_id = $1', [id])
  )[0]?.node_id as string;

interface Followed {
  readonly person: SignedIn;
  readonly caregiver: SignedIn;
  readonly nodeId: string;
  readonly state: string;
}

/** People who have agreed, and whose state has arrived at the hub. */
async function addFollowed(count: number): Promise<Followed[]> {
  const followed: Followed[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const [person, caregiver] = [await people.add('PATIENT', 'Rose', 'Hill'), await people.add('CAREGIVER')];
    await people.assign(caregiver, person);
    await agree(person);
    const nodeId = await readNodeId(person);
    followed.push({ person, caregiver, nodeId, state: `fallwatch/people/${nodeId}/state` });
  }
  for (const { state } of followed) await until('the first state', () => last(state));
  return followed;
}

async function addOne(): Promise<Followed> {
  return (await addFollowed(1))[0] as Followed;
}

const listEvents = (nodeId: string) =>
  hub.received
    .filter(({ topic }) => topic === `fallwatch/people/${nodeId}/event`)
    .map(({ text, atMs }) => ({ ...(JSON.parse(text) as { event_type: string }), atMs }));

describe.skipIf(!hasMosquitto)('Home Assistant', () => {
  beforeAll(async () => {
    broker = await startMosquitto();
    const databaseUrl = await createDatabase(inject('namespace'), 'home_assistant');
    env = { ...careEnvironment(databaseUrl), HOME_ASSISTANT_MQTT_URL: broker.url };
    hub = await joinBroker(broker.url);
    // The first one is the publisher.
    servers.push(await startServer({ ...env, PORT: String(await freePort()) }));
    await until('the publisher', () => last('fallwatch/status') === 'online');
    servers.push(await startServer({ ...env, PORT: String(await freePort()) }));
    people = await People.connect(databaseUrl);
  });
  afterAll(async () => {
    await hub?.client.endAsync(true);
    await Promise.all(servers.map((server) => server.stop('SIGKILL')));
    await people?.close();
    await broker?.stop();
  });

  test('gets a description that it accepts, the state, and events that are not retained', async () => {
    const { person, caregiver, nodeId, state } = await addOne();
    const config = `homeassistant/device/fallwatch_${nodeId}/config`;
    const problems = findDiscoveryProblems(config, JSON.parse(last(config) as string));
    say('a description for Home Assistant', `${problems.length} problems, ${last(config)?.length} bytes`);
    expect(problems).toEqual([]);
    expect(JSON.parse(last(state) as string)).toEqual({
      fall: 'OFF',
      battery: null,
      heart_rate: null,
      connected: 'OFF',
    });
    const server = servers[0] as Running;
    const { id } = await postFall(server.base, person);
    await until('raised', () => listEvents(nodeId).length === 1);
    expect(JSON.parse(last(state) as string)).toMatchObject({ fall: 'ON' });
    await send(server.base, 'POST', `/falls/${id}/resolve`, { outcome: 'HELPED' }, caregiver.token);
    await until('closed', () => listEvents(nodeId).some(({ event_type: type }) => type === 'closed'));
    await until('the end', () => last(state)?.includes('"fall":"OFF"'));
    expect([...(await listRetained(broker.url)).keys()].filter((topic) => topic.includes(nodeId)).toSorted()).toEqual([
      state,
      config,
    ]);
  });

  test(`a fall becomes an event, and a press of the button an alert: ${times} times`, async () => {
    const followed = await addFollowed(times);
    const toEvent: number[] = [];
    const toAlert: number[] = [];
    for (const [turn, { person, nodeId }] of followed.entries()) {
      const { atMs } = await postFall((servers[turn % 2] as Running).base, person);
      const event = await until('the event', () => listEvents(nodeId)[0]);
      toEvent.push(event.atMs - atMs);
    }
    const presses = [];
    for (let turn = 0; turn < times; turn += 1) presses.push(await people.add('PATIENT', 'Max', 'Hill'));
    for (const person of presses) await agree(person);
    for (const person of presses) {
      const nodeId = await readNodeId(person);
      const atMs = Date.now();
      await hub.client.publishAsync(`fallwatch/people/${nodeId}/help`, 'PRESS', { qos: 1 });
      await until('the alert', async () => {
        const rows = await people.query('select 1 from escalations where patient_id = $1 and step > 0', [person.id]);
        return rows.length === 1;
      });
      toAlert.push(Date.now() - atMs);
    }
    say('fall to an event for Home Assistant', `${describeTimes(toEvent)}, ${times} times`);
    say('a button in Home Assistant to the alert', `${describeTimes(toAlert)}, ${times} times`);
    expect(Math.max(...toEvent, ...toAlert)).toBeLessThan(longestMs);
    // Once for each alert, although each has a caregiver and admins.
    for (const { nodeId } of followed) expect(listEvents(nodeId)).toHaveLength(1);
  });

  test('a press counts only as it should: not retained, with the right payload, of somebody who has agreed', async () => {
    const { person, nodeId } = await addOne();
    const help = `fallwatch/people/${nodeId}/help`;
    await hub.client.publishAsync(help, 'press', { qos: 1 });
    await hub.client.publishAsync(`fallwatch/people/${'0'.repeat(32)}/help`, 'PRESS', { qos: 1 });
    await hub.client.publishAsync(`${help}/more`, 'PRESS', { qos: 1 });
    await hub.client.publishAsync(help, 'PRESS', { qos: 1 });
    await hub.client.publishAsync(help, 'PRESS', { qos: 1 });
    const count = async () => (await people.query('select 1 from falls where user_id = $1', [person.id])).length;
    await until('the call', async () => (await count()) > 0);
    await pause(300);
    expect(await count()).toBe(1);
  });

  test('the publisher is killed: offline by its last will, and another takes over', async () => {
    const { person, nodeId, state } = await addOne();
    const statusBefore = hub.received.length;
    const killedAtMs = Date.now();
    await (servers.shift() as Running).stop('SIGKILL');
    const status = () => hub.received.slice(statusBefore).filter(({ topic }) => topic === 'fallwatch/status');
    const offline = await until('offline', () => status().find(({ text }) => text === 'offline'));
    const online = await until('online', () => status().find(({ text }) => text === 'online'));
    say(
      'the publisher for Home Assistant killed',
      `offline after ${offline.atMs - killedAtMs} ms, another one after ${online.atMs - killedAtMs} ms`,
    );
    await postFall((servers[0] as Running).base, person);
    await until('the event of the other', () => listEvents(nodeId)[0]);
    await until('its state', () => last(state)?.includes('"fall":"ON"'));
  });

  test('the broker is away: what was removed meanwhile is removed, the rest is published again', async () => {
    const [kept, ended, erased, other] = (await addFollowed(4)) as [Followed, Followed, Followed, Followed];
    await until('four people', async () => (await listRetained(broker.url)).has(other.state));
    // A press that is retained at the broker, and that the publisher gets when it connects again.
    const pressed = await addOne();
    await agree(pressed.person, false);
    const nodeId = await readNodeId(pressed.person);
    await hub.client.publishAsync(`fallwatch/people/${nodeId}/help`, 'PRESS', { qos: 1, retain: true });
    // Presses are handled in turn: after the one of somebody else, the first one has found no consent.
    await hub.client.publishAsync(`fallwatch/people/${other.nodeId}/help`, 'PRESS', { qos: 1 });
    const called = 'select 1 from falls where user_id = $1';
    await until('the call of another', async () => (await people.query(called, [other.person.id])).length > 0);
    await people.query('update home_assistant_consents set is_enabled = true where node_id = $1', [nodeId]);
    await broker.kill();
    await agree(ended.person, false);
    const admin = await logInAsAdmin((servers[0] as Running).base);
    await send((servers[0] as Running).base, 'DELETE', `/admin/users/${erased.person.id}`, undefined, admin.token);
    await postFall((servers[0] as Running).base, kept.person);
    const startedAtMs = Date.now();
    await broker.start();
    const of = (retained: Map<string, string>, nodeId: string): string[] =>
      [...retained].filter(([topic, text]) => topic.includes(nodeId) && text !== '').map(([topic]) => topic);
    await until('the removals', async () => {
      const retained = await listRetained(broker.url);
      return of(retained, ended.nodeId).length + of(retained, erased.nodeId).length === 0;
    });
    say('the broker of Home Assistant is back', `everything removed after ${Date.now() - startedAtMs} ms`);
    const retained = await until('the state', async () => {
      const found = await listRetained(broker.url);
      return found.get(kept.state)?.includes('"fall":"ON"') ? found : undefined;
    });
    expect(of(retained, kept.nodeId)).toHaveLength(2);
    expect(retained.get('fallwatch/status')).toBe('online');
    expect(await people.query(called, [pressed.person.id])).toEqual([]);
    const left = 'select 1 from home_assistant_topics where node_id = any($1)';
    await until('the rows', async () => (await people.query(left, [[ended.nodeId, erased.nodeId]])).length === 0);
  });

  test('Home Assistant starts again: everything is published again; a stop says offline at once', async () => {
    const { child } = servers[0] as Running;
    const person = await people.add('PATIENT', 'Rose', 'Hill');
    // Held up before it has read the acknowledgement of its first description of this person.
    const before = hub.received.length;
    const listDescriptions = () => hub.received.slice(before).filter(({ topic }) => topic.endsWith('/config'));
    hub.client.once('message', () => child.kill('SIGSTOP'));
    const agreed = agree(person);
    const described = await until('the description', () => listDescriptions()[0]);
    await hub.client.publishAsync('homeassistant/status', 'online', { qos: 1 });
    child.kill('SIGCONT');
    await agreed;
    const again = () => listDescriptions().filter(({ topic }) => topic === described.topic);
    await until('the description again', () => again().length > 1);
    await (servers.shift() as Running).stop('SIGTERM');
    await until('offline', () => last('fallwatch/status') === 'offline');
  });
});
