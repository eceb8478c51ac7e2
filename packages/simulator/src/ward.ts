import { setTimeout as pause } from 'node:timers/promises';
import { type Fallwatch, FallwatchError } from '@fallwatch/client';

export interface Login {
  readonly email: string;
  readonly password: string;
}

/** The people created for a run: a caregiver, and the wearers assigned to this caregiver. */
export interface Ward {
  readonly caregiver: Login & { readonly fallwatch: Fallwatch };
  readonly wearers: readonly Fallwatch[];
}

export interface WardPlan {
  /** Prefix of every e-mail address, so that runs do not collide. */
  readonly run: string;
  readonly wearers: number;
  /** Creates a client for the n-th person, for example with its own source address. */
  readonly connect: (index: number) => Fallwatch;
  readonly say: (line: string) => void;
  /** How many wearers are created at a time. */
  readonly atATime?: number;
}

const password = 'Simulated-9!';
const firstNames = ['Ada', 'Bruno', 'Clara', 'Dora', 'Emil', 'Frieda', 'Georg', 'Hilde', 'Ilse', 'Jakob'];
const lastNames = ['Berg', 'Feld', 'Hain', 'Horn', 'Kamp', 'Moor', 'Rohde', 'Stein', 'Thal', 'Wald'];

/**
 * Signs up a caregiver, who creates the wearers' accounts; each wearer accepts the invitation. So every fall has
 * somebody to alert, and one address needs only one sign-up.
 */
export async function openWard({ run, wearers, connect, say, atATime = 1 }: WardPlan): Promise<Ward> {
  const email = `caregiver.${run}@example.org`;
  const carer = connect(0);
  const caregiver = { email, password, firstName: 'Simone', lastName: 'Care', role: 'CAREGIVER' } as const;
  await retryAfterWait(() => carer.signUp(caregiver), say);
  const made: Fallwatch[] = [];
  let next = 0;
  const makeSome = async (): Promise<void> => {
    while (next < wearers) {
      const index = next;
      next += 1;
      made[index] = await makeWearer(index);
    }
  };
  await Promise.all(Array.from({ length: atATime }, makeSome));
  return { caregiver: { email, password, fallwatch: carer }, wearers: made };

  async function makeWearer(index: number): Promise<Fallwatch> {
    const wearer = connect(index + 1);
    const by = connect(index + 1);
    by.token = carer.token;
    const body = {
      email: `wearer.${run}.${index + 1}@example.org`,
      firstName: firstNames[index % firstNames.length] as string,
      lastName: lastNames[Math.floor(index / firstNames.length) % lastNames.length] as string,
      relationship: 'Nurse',
    };
    const { invitation } = await retryAfterWait(() => by.post('/api/patients', { body }), say);
    if (!invitation) throw new Error('The service made an account without an invitation');
    await retryAfterWait(() => wearer.acceptInvitation({ token: invitation.token, password }), say);
    return wearer;
  }
}

/** Retries after the wait that the service asks for, and prints waits over 5 s. */
export async function retryAfterWait<T>(call: () => Promise<T>, say: (line: string) => void): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const seconds = error instanceof FallwatchError ? error.retryAfterSeconds : undefined;
      if (seconds === undefined) throw error;
      if (seconds > 5) say(`The service asks to wait ${seconds} s: ${(error as FallwatchError).message}`);
      await pause(seconds * 1_000 * (1 + 0.1 * Math.random()));
    }
  }
}
