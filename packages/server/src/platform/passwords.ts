import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { unavailable } from './refusal.js';

/** OWASP's argon2id parameters: 19 MiB, two passes. */
const owasp = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Verified in place of a missing hash, so that an unknown e-mail takes as long as a wrong password. */
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$ewdIaSN9NZOFfdeFMyXFpA$OoQ6y1frBN82N6rBd+H3QdGWqQHBOqhe+20SbTvnAeU';

/** Hashing uses libuv's threads and whole cores: one core always stays free for other work. */
const atOnce = Math.max(1, Math.min(2, availableParallelism() - 1));
/** About two seconds of waiting; beyond that a fast 503 is better than a slow one. */
const maxQueued = 50;

export interface Passwords {
  hash(password: string): Promise<string>;
  /** A null hash takes the same time and always returns false. */
  verify(password: string, passwordHash: string | null): Promise<boolean>;
  queued(): number;
}

export function createPasswords(parameters = owasp): Passwords {
  const queue: (() => void)[] = [];
  let running = 0;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (queue.length >= maxQueued) throw unavailable('Too many people are signing in right now. Try again.', 2);
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      // The next caller takes this place, so `running` does not change.
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return {
    hash: (password) => inTurn(() => hash(password, parameters)),
    verify: (password, passwordHash) =>
      inTurn(async () => (await verify(passwordHash ?? dummyHash, password)) && passwordHash !== null),
    queued: () => queue.length,
  };
}
