/**
 * All open streams of this process. The hub reads the table once for all of them: on each `live.announced` event, and
 * four times a second in any case, so that it also sees events of other processes without NATS.
 *
 * A stream first catches up, then is live. While it catches up, it gets its own events from the table, page by page, as
 * fast as it reads them; once it has reached the position of the hub it is live and gets what the hub reads. Nothing is
 * queued: a reader that is too slow is disconnected, reconnects, and catches up again.
 */
import { listSignedIn } from '../../access/session.js';
import type { Actor, Platform } from '../../platform/context.js';
import type { EventStream } from '../../platform/http/event-stream.js';
import { unavailable } from '../../platform/refusal.js';
import { createCatchUp } from './live.backlog.js';
import { createFeed, type Feed } from './live.feed.js';
import { createListeners, type Listener, type Listeners } from './live.listeners.js';
import { greeting, parsePosition, toFrame, toHeartbeat } from './live.rules.js';
import * as store from './live.store.js';
import { createWriter, type OnWritten } from './live.writer.js';
import type { StreamSignal } from './live-event.schema.js';

export interface Hub {
  /** Throws if no stream can be opened now. Called before the stream starts: after that, no error can be sent. */
  admit(): Promise<void>;
  /** Sends the events that this person may see, starting after `lastEventId` if given, until the stream ends. */
  follow(actor: Actor, stream: EventStream, lastEventId: string | undefined): Promise<void>;
  close(): void;
}

/** Without NATS, an event of another process waits half of this on average. */
const tickMs = 250;
const ticksPerSessionCheck = 4;
/** 60 × 250 ms = 15 s: proxies commonly close connections that are silent for 30 or 60 s. */
const ticksPerHeartbeat = 60;
/** Each stream costs about 30 kB and a file descriptor. */
const maxStreams = 10_000;

export function createHub(platform: Platform, onWritten: OnWritten): Hub {
  const { db, log, config, metrics } = platform;
  let isClosed = false;
  metrics.gauge('live_streams').set(0);

  const listeners = createListeners(config.liveStreamsPerUser, (count) => {
    metrics.gauge('live_streams').set(count);
    if (count === 0) feed.position = undefined;
  });
  const writer = createWriter(platform, onWritten);
  const feed = createFeed(platform, {
    isWanted: () => listeners.count() > 0,
    onPage: (page) => writer.writeToAll(listeners, page),
    onRead: () => heartbeat.afterRead(livePosition()),
  });
  const heartbeat = createHeartbeat(listeners);
  const livePosition = (): number => feed.position ?? 0;
  const catchUp = createCatchUp(platform, { writer, isOpen: listeners.has, livePosition, maxWaiting: maxStreams });

  const stop = keepReading(platform, feed, listeners, heartbeat);

  return {
    async admit() {
      if (isClosed) throw unavailable('The service is stopping. Connect again.');
      if (listeners.count() >= maxStreams) throw unavailable('Too many open streams. Try again in a few seconds.', 5);
      const last = await store.numberEvents(db);
      feed.position = listeners.count() === 0 ? last : (feed.position ?? last);
    },
    async follow({ id, role, sessionId }, stream, lastEventId) {
      if (id === null || sessionId === null) throw new Error('Only a person with a session can follow the stream');
      const now = livePosition();
      const asked = lastEventId === undefined ? now : parsePosition(lastEventId);
      const listener: Listener = { userId: id, role, sessionId, stream, position: asked ?? now, isLive: false };
      listeners.add(listener);
      void stream.write(greeting);
      try {
        // Another process may have read further than this one: a position is unknown only if it was never assigned.
        const isKnown = asked !== undefined && (asked <= now || asked <= (await store.numberEvents(db)));
        const isResumed = isKnown && (await catchUp(listener));
        goLive(listener, isResumed ? null : livePosition());
      } catch (error) {
        log.error({ err: error }, 'a live stream could not be resumed');
        listeners.drop(listener);
      }
    },
    close() {
      isClosed = true;
      feed.close();
      stop();
      for (const listener of listeners.all()) listeners.drop(listener);
    },
  };
}

/** Reads at every tick and event; returns a function that stops it. */
function keepReading(platform: Platform, feed: Feed, listeners: Listeners, heartbeat: Heartbeat): () => void {
  const timer = setInterval(() => {
    const ticks = heartbeat.tick();
    void feed.read();
    if (ticks % ticksPerSessionCheck === 0) void endOutdated(platform, listeners);
  }, tickMs).unref();
  const unsubscribe = platform.events.subscribe(({ type }) => {
    if (type === 'live.announced') void feed.read();
    if (type === 'session.ended' || type === 'account.changed') void endOutdated(platform, listeners);
  });
  return () => {
    clearInterval(timer);
    unsubscribe();
  };
}

interface Heartbeat {
  /** Returns the number of ticks so far. */
  tick(): number;
  afterRead(livePosition: number): void;
}

/** Only after a read: a heartbeat confirms that there are no further events up to its id. */
function createHeartbeat(listeners: Listeners): Heartbeat {
  let ticks = 0;
  let beatAtTick = ticksPerHeartbeat;
  return {
    tick() {
      ticks += 1;
      return ticks;
    },
    afterRead(livePosition) {
      if (ticks < beatAtTick) return;
      beatAtTick = ticks + ticksPerHeartbeat;
      sendHeartbeats(listeners, livePosition);
    },
  };
}

/** `restartAt`: the listener has missed events and starts anew from there. Null: it has all of them. */
function goLive(listener: Listener, restartAt: number | null): void {
  if (restartAt !== null) listener.position = restartAt;
  listener.isLive = true;
  const types: StreamSignal[] = restartAt === null ? ['ready'] : ['resync', 'ready'];
  const texts = types.map((type) => toFrame({ position: listener.position, type, data: {} }));
  void listener.stream.write(texts.join(''));
}

function sendHeartbeats(listeners: Listeners, livePosition: number): void {
  for (const { isLive, position, stream } of listeners.all())
    stream.beat(toHeartbeat(isLive ? Math.max(position, livePosition) : position));
}

/** Ends streams whose session was logged out, expired, deactivated or deleted, or whose role has changed. */
async function endOutdated(platform: Platform, listeners: Listeners): Promise<void> {
  const open = listeners.all();
  if (open.length === 0) return;
  try {
    const actors = await listSignedIn(
      platform,
      open.map(({ sessionId }) => sessionId),
    );
    for (const one of open) if (actors.get(one.sessionId)?.role !== one.role) listeners.drop(one);
  } catch (error) {
    platform.log.error({ err: error }, 'sessions of live streams could not be checked, tried again in a second');
  }
}
