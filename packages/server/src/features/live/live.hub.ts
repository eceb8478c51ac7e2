/**
 * All open streams of this process. It reads the table once for all of them: when told that something happened, and
 * four times a second in any case, so that it also hears of other processes without NATS.
 *
 * A stream is first behind, then live. Behind, it is given its own events out of the table, page by page, as fast as it
 * takes them; once it stands where the hub stands it is live, and is given what the hub reads. Nothing is queued: a
 * reader who cannot keep up is cut, comes back, and is behind again.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { actorsOf } from '../../access/session.js';
import { createBatcher } from '../../platform/batch.js';
import { type Actor, type Context, contextOf, type Platform, system } from '../../platform/context.js';
import type { EventStream } from '../../platform/http/event-stream.js';
import { unavailable } from '../../platform/refusal.js';
import { createListeners, type Listener } from './live.listeners.js';
import { deliveryIdOf, frameOf, greeting, heartbeatOf, positionOf } from './live.rules.js';
import * as store from './live.store.js';

/** A delivery that has left this process on an open connection of its recipient. */
export interface Written {
  readonly userId: string;
  readonly deliveryId: string;
}
export type OnWritten = (ctx: Context, written: readonly Written[]) => Promise<void>;

export interface Hub {
  /** Refuses when no stream may be opened now. Before the stream: once it is open, there is no answer but its end. */
  admit(): Promise<void>;
  /** Sends what this person may see, from their last event on if they name it, until the stream ends. */
  follow(actor: Actor, stream: EventStream, lastEventId: string | undefined): Promise<void>;
  close(): void;
}

interface Outgoing {
  readonly text: string;
  readonly deliveryId: string | undefined;
}

/** Half of it is what an event of another process waits on average, without NATS. */
const tickMs = 250;
const ticksPerSessionCheck = 4;
/** 15 s: proxies commonly close what has been silent for 30 or 60. */
const ticksPerHeartbeat = 60;
/** Between two reads, so that a flood of events becomes a few larger writes for each reader. */
const pauseMs = 20;
const pageSize = 100;
/** Each costs some 30 kB and a file descriptor. */
const maxStreams = 10_000;

export function createHub(platform: Platform, onWritten: OnWritten): Hub {
  const { db, events, log, config, metrics } = platform;
  /** Everything up to here has been read for those who are live. With nobody there, nothing is read. */
  let position: number | undefined;
  let isReading = false;
  let isAskedAgain = false;
  let isClosed = false;
  let ticks = 0;
  let beatAtTick = ticksPerHeartbeat;

  const listeners = createListeners(config.liveStreamsPerUser, (count) => {
    metrics.liveStreams.set(count);
    if (count === 0) position = undefined;
  });
  const confirm = createConfirmer(platform, onWritten);
  const readBacklog = createBacklogReader(platform);

  const timer = setInterval(() => {
    ticks += 1;
    void read();
    if (ticks % ticksPerSessionCheck === 0) void endOutdated();
  }, tickMs).unref();
  const unsubscribe = events.subscribe(({ type }) => {
    if (type === 'live.announced') void read();
    if (type === 'session.ended' || type === 'account.changed') void endOutdated();
  });

  /** One at a time; asked meanwhile, it reads once more. */
  async function read(): Promise<void> {
    if (listeners.count() === 0) return;
    isAskedAgain = true;
    if (isReading) return;
    isReading = true;
    try {
      while (isAskedAgain && !isClosed) {
        isAskedAgain = false;
        await readOn();
        // Only after a read: a heartbeat says that there was nothing more to tell.
        if (ticks >= beatAtTick) beat();
        await pause(pauseMs);
      }
    } catch (error) {
      log.error({ err: error }, 'live events could not be read, tried again at once');
    } finally {
      isReading = false;
    }
  }

  async function readOn(): Promise<void> {
    const last = await store.numberEvents(db);
    while (position !== undefined && position < last) {
      const page = await store.listEvents(db, position, pageSize);
      deliver(page);
      const reached = page.at(-1)?.position ?? last;
      position = page.length < pageSize ? Math.max(reached, last) : reached;
    }
  }

  /** Each event is put into words once, and each listener gets one write, however many events there are for them. */
  function deliver(page: readonly store.SharedEvent[]): void {
    const outgoing = new Map<Listener, Outgoing[]>();
    const admins = listeners.all().filter(({ role }) => role === 'ADMIN');
    for (const event of page) {
      const told = [...event.readers.flatMap(listeners.ofUser), ...(event.toAdmins ? admins : [])];
      const words = told.length > 0 && outgoingOf(event);
      for (const listener of told) {
        if (!words || !listener.isLive || event.position <= listener.position) continue;
        listener.position = event.position;
        const before = outgoing.get(listener);
        if (before) before.push(words);
        else outgoing.set(listener, [words]);
      }
    }
    for (const [listener, words] of outgoing) void give(listener, words);
  }

  async function give({ userId, stream }: Listener, words: readonly Outgoing[]): Promise<void> {
    if (!(await stream.write(words.map(({ text }) => text).join('')))) return;
    for (const { deliveryId } of words) if (deliveryId) void confirm({ userId, deliveryId });
  }

  function beat(): void {
    beatAtTick = ticks + ticksPerHeartbeat;
    for (const listener of listeners.all()) {
      const reached = listener.isLive ? Math.max(listener.position, position ?? 0) : listener.position;
      listener.stream.beat(heartbeatOf(reached));
    }
  }

  /** Logged out, expired, deactivated, deleted, or of another role: the stream of who they were ends. */
  async function endOutdated(): Promise<void> {
    const open = listeners.all();
    const sessionIds = open.map(({ sessionId }) => sessionId);
    if (open.length === 0) return;
    try {
      const actors = await actorsOf(platform, sessionIds);
      for (const one of open) if (actors.get(one.sessionId)?.role !== one.role) listeners.drop(one);
    } catch (error) {
      log.error({ err: error }, 'sessions of live streams could not be checked, tried again in a second');
    }
  }

  /** From where the listener is to where the hub is. False when that is not possible without a gap. */
  async function catchUp(listener: Listener): Promise<boolean> {
    const { userId, role } = listener;
    while (listeners.has(listener)) {
      const upTo = position ?? 0;
      // From here to being live nothing may be awaited: the hub could read on in between.
      if (listener.position >= upTo) return true;
      const asked = { userId, isAdmin: role === 'ADMIN', after: listener.position, upTo };
      const { events, hasGap } = await readBacklog(asked);
      if (hasGap) return false;
      listener.position = events.length < pageSize ? upTo : (events.at(-1)?.position ?? upTo);
      if (events.length > 0) await give(listener, events.map(outgoingOf));
    }
    return true;
  }

  function goLive(listener: Listener, isResumed: boolean): void {
    if (!isResumed) listener.position = position ?? 0;
    listener.isLive = true;
    const words = isResumed ? ['ready'] : ['resync', 'ready'];
    const texts = words.map((type) => frameOf({ position: listener.position, type, data: {} }));
    void listener.stream.write(texts.join(''));
  }

  return {
    async admit() {
      if (isClosed) throw unavailable('The service is stopping. Connect again.');
      if (listeners.count() >= maxStreams) throw unavailable('Too many open streams. Try again in a few seconds.', 5);
      const last = await store.numberEvents(db);
      position = listeners.count() === 0 ? last : (position ?? last);
    },
    async follow({ id, role, sessionId }, stream, lastEventId) {
      if (id === null || sessionId === null) throw new Error('Only a person with a session can follow the stream');
      const now = position ?? 0;
      const asked = lastEventId === undefined ? now : positionOf(lastEventId);
      const listener: Listener = { userId: id, role, sessionId, stream, position: asked ?? now, isLive: false };
      listeners.add(listener);
      void stream.write(greeting);
      try {
        // Another process may have read further than this one: only a number that nobody has given out is unknown.
        const isKnown = asked !== undefined && (asked <= now || asked <= (await store.numberEvents(db)));
        goLive(listener, isKnown && (await catchUp(listener)));
      } catch (error) {
        log.error({ err: error }, 'a live stream could not be resumed');
        listeners.drop(listener);
      }
    },
    close() {
      isClosed = true;
      clearInterval(timer);
      unsubscribe();
      for (const listener of listeners.all()) listeners.drop(listener);
    },
  };
}

function outgoingOf({ position, at, type, data }: store.StoredEvent): Outgoing {
  return { text: frameOf({ position, type, data: { at, ...data } }), deliveryId: deliveryIdOf(data) };
}

/** Tells of written deliveries, many at once. A failure leaves them unconfirmed: then the engine tries elsewhere. */
function createConfirmer(platform: Platform, onWritten: OnWritten) {
  const confirmAll = createBatcher<Written, void>({
    run: async (written) => {
      await onWritten(contextOf(platform, system), written);
      return written.map(() => ({ status: 'fulfilled', value: undefined }));
    },
    maxItems: 500,
    maxInFlight: 1,
    maxWaiting: 10_000,
  });
  return (written: Written): Promise<void> =>
    confirmAll(written).catch((error: unknown) =>
      platform.log.error({ err: error, deliveryId: written.deliveryId }, 'a live delivery could not be confirmed'),
    );
}

/** The next page of several readers who are behind, in two queries for all of them. */
function createBacklogReader({ db }: Platform) {
  return createBatcher<store.Backlog, { events: store.StoredEvent[]; hasGap: boolean }>({
    run: async (backlogs) => {
      const pages = await store.listBacklogs(db, backlogs, pageSize);
      // Asked after the events were read: whatever had been deleted before shows here.
      const trimmedTo = await store.findTrimmedTo(db);
      return backlogs.map(({ after }, index) => ({
        status: 'fulfilled',
        value: { events: pages[index] ?? [], hasGap: after < trimmedTo },
      }));
    },
    maxItems: 50,
    maxInFlight: 2,
    maxWaiting: maxStreams,
  });
}
