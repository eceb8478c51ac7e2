/**
 * Publishes to Home Assistant. Every process with the role `alerts` runs this; the holder of a lease is connected:
 *
 *   without the lease → connected     the lease is free, or its holder has not renewed it for five seconds
 *   connected         → disconnected  the broker is away; tried again every second while the lease is held
 *   connected         → without       another process has the lease
 *
 * Everything retained is published again on each connection and when Home Assistant starts. What was published is
 * stored before, and deleted once the broker has confirmed its removal.
 */
import { randomUUID } from 'node:crypto';
import { type Context, createContext } from '../../platform/context.js';
import type { Events } from '../../platform/events/events.js';
import { version } from '../../platform/version.js';
import { type Broker, connectBroker, type Message } from './broker.js';
import { callForHelp } from './calls.service.js';
import * as rules from './discovery.rules.js';
import type { PersonEvent } from './home-assistant.schema.js';
import * as store from './publisher.store.js';

/** Renewed every second. */
const leaseMs = 5_000;
/** Heart rate, battery and connection: at most this often for each person. */
const stateEveryMs = 5_000;
/** Messages that wait for their acknowledgement at once. */
const chunkSize = 100;

export interface HomeAssistantPublisher {
  /** Call it every second. */
  readonly lead: (ctx: Context) => Promise<void>;
  /** Publishes what has changed. Call it often, and on events. */
  readonly publish: (ctx: Context) => Promise<void>;
  /** Says that it goes, and leaves the work to another process. */
  readonly stop: (ctx: Context) => Promise<void>;
}

/** What was published on one connection. */
interface Progress {
  /** Retained topic → payload. Replaced, not cleared: what is being published meanwhile is published again too. */
  published: Map<string, string>;
  /** When all people are looked at next; 0: now. */
  allDueAtMs: number;
}

interface Connection {
  readonly broker: Broker;
  readonly progress: Progress;
}

export function createHomeAssistantPublisher(events: Events): HomeAssistantPublisher {
  const holder = randomUUID();
  let connection: Connection | undefined;
  let isUnreachable = false;
  events.subscribe(({ type }) => {
    if (type === 'homeAssistant.changed' && connection) connection.progress.allDueAtMs = 0;
  });

  async function connect(ctx: Context, url: string, clientId: string): Promise<void> {
    try {
      connection = await openConnection(ctx, url, clientId);
      isUnreachable = false;
      ctx.log.info({}, 'connected to the broker of Home Assistant');
    } catch (error) {
      // Once, not every second.
      if (!isUnreachable) ctx.log.warn({ err: error }, 'the broker of Home Assistant does not answer');
      isUnreachable = true;
    }
  }

  return {
    lead: async (ctx) => {
      const url = ctx.config.homeAssistantMqttUrl;
      if (url === null) return;
      const isConnected = connection?.broker.isOpen() === true;
      const clientId = await store.takeLease(ctx.db, { holder, isConnected, leaseMs });
      if (clientId === undefined) {
        await connection?.broker.leave();
        connection = undefined;
      } else if (!isConnected) await connect(ctx, url, clientId);
    },
    publish: async (ctx) => {
      if (!connection?.broker.isOpen()) return;
      try {
        await publishChanges(ctx, connection);
      } catch (error) {
        // Without an acknowledgement nothing is known about the broker: the next connection begins anew.
        connection.broker.drop();
        throw error;
      }
    },
    stop: async (ctx) => {
      if (ctx.config.homeAssistantMqttUrl === null) return;
      await connection?.broker.leave();
      await store
        .releaseLease(ctx.db, holder)
        .catch((error: unknown) => ctx.log.warn({ err: error }, 'lease of Home Assistant not released, it expires'));
    },
  };
}

const toPrefixes = ({ config }: Context): rules.Prefixes => ({
  discovery: config.homeAssistantDiscoveryPrefix,
  topic: config.homeAssistantTopicPrefix,
});

async function openConnection(ctx: Context, url: string, clientId: string): Promise<Connection> {
  const prefixes = toPrefixes(ctx);
  const birthTopic = rules.toBirthTopic(prefixes);
  const progress: Progress = { published: new Map(), allDueAtMs: 0 };
  const onMessage = async ({ topic, text, isRetained }: Message): Promise<void> => {
    if (isRetained) return;
    if (topic === birthTopic && text === 'online') publishAgain(progress);
    const nodeId = rules.parseHelpTopic(prefixes, topic);
    if (nodeId !== undefined && text === rules.payloadPress) await callForHelp(createContext(ctx, ctx.actor), nodeId);
  };
  const broker = await connectBroker({
    url,
    clientId,
    statusTopic: rules.toStatusTopic(prefixes),
    topics: [birthTopic, rules.toHelpTopic(prefixes, '+')],
    onMessage,
  });
  return { broker, progress };
}

function publishAgain(progress: Progress): void {
  progress.published = new Map();
  progress.allDueAtMs = 0;
}

async function publishChanges(ctx: Context, connection: Connection): Promise<void> {
  const changes = await store.listAlertChanges(ctx.db);
  const { progress } = connection;
  const isAllDue = performance.now() >= progress.allDueAtMs;
  if (isAllDue) progress.allDueAtMs = performance.now() + stateEveryMs;
  const patientIds = isAllDue ? null : changes.map(({ patientId }) => patientId);
  if (isAllDue || changes.length > 0) await publishPeople(ctx, connection, patientIds);
  for (const change of changes) await publishEvent(ctx, connection, change);
  if (isAllDue) await removeObsolete(ctx, connection);
}

async function publishPeople(
  ctx: Context,
  { broker, progress }: Connection,
  ids: readonly string[] | null,
): Promise<void> {
  const prefixes = toPrefixes(ctx);
  const service = { prefixes, publicUrl: ctx.config.publicUrl, version };
  const people = await store.listFollowed(ctx.db, ids);
  const retained = people.flatMap((person) => {
    const { nodeId } = person;
    const state = rules.toPersonState(person, ctx.clock.nowMs(), ctx.config);
    return [
      { nodeId, topic: rules.toConfigTopic(prefixes, nodeId), payload: rules.toDiscovery(person, service) },
      { nodeId, topic: rules.toStateTopic(prefixes, nodeId), payload: state },
    ].map(({ payload, ...rest }) => ({ ...rest, payload: JSON.stringify(payload) }));
  });
  const { published } = progress;
  const changed = retained.filter(({ topic, payload }) => published.get(topic) !== payload);
  for (let first = 0; first < changed.length; first += chunkSize) {
    const chunk = changed.slice(first, first + chunkSize);
    const added = chunk.filter(({ topic }) => !published.has(topic));
    if (added.length > 0) await store.insertTopics(ctx.db, added);
    await Promise.all(chunk.map(({ topic, payload }) => broker.publish(topic, payload)));
    for (const { topic, payload } of chunk) published.set(topic, payload);
  }
}

/** If the process dies between the two, the event is published again, with the same id. */
async function publishEvent(ctx: Context, { broker }: Connection, change: store.AlertChange): Promise<void> {
  const { escalationId: id, nodeId, severity, stage, raisedAt } = change;
  const event: PersonEvent = { event_type: stage, id, severity, raised_at: raisedAt };
  const topic = rules.toEventTopic(toPrefixes(ctx), nodeId);
  await broker.publish(topic, JSON.stringify(event), { isRetained: false });
  await store.updatePublishedStage(ctx.db, change);
}

async function removeObsolete(ctx: Context, { broker, progress }: Connection): Promise<void> {
  const topics = await store.listObsoleteTopics(ctx.db, toPrefixes(ctx));
  for (let first = 0; first < topics.length; first += chunkSize) {
    const chunk = topics.slice(first, first + chunkSize);
    await Promise.all(chunk.map((topic) => broker.publish(topic, '')));
    await store.deleteTopics(ctx.db, chunk);
    for (const topic of chunk) progress.published.delete(topic);
  }
}
