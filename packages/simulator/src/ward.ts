import { setTimeout as pause } from 'node:timers/promises';
import { type Fallwatch, FallwatchError } from '@fallwatch/client';

export interface Login {
  readonly email: string;
  readonly password: string;
}

interface Caregiver extends Login {
  readonly fallwatch: Fallwatch;
}

/** The people created for a run: wearers, and a caregiver for each hundred of them. */
export interface Ward {
  /** The first one. */
  readonly caregiver: Caregiver;
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
/** The service's limit for a caregiver who adds them without an admin. */
const wearersPerCaregiver = 100;
const firstNames = ['Ada', 'Bruno', 'Clara', 'Dora', 'Emil', 'Frieda', 'Georg', 'Hilde', 'Ilse', 'Jakob'];
const lastNames = ['Berg', 'Feld', 'Hain', 'Horn', 'Kamp', 'Moor', 'Rohde', 'Stein', 'Thal', 'Wald'];

/**
 * Signs up caregivers, who create the wearers' accounts; each wearer accepts the invitation. So every fall has somebody
 * to alert, and one address needs only one sign-up.
 */
export async function openWard({ run, wearers, connect, say, atATime = 1 }: WardPlan): Promise<Ward> {
  const caregivers = await signUpCaregivers(run, wearers, connect, say);
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
  return { caregiver: caregivers[0] as Caregiver, wearers: made };

  async function makeWearer(index: number): Promise<Fallwatch> {
    const wearer = connect(index + 1);
    const by = connect(index + 1);
    by.token = caregivers[Math.floor(index / wearersPerCaregiver)]?.fallwatch.token;
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

async function signUpCaregivers(
  run: string,
  wearers: number,
  connect: WardPlan['connect'],
  say: WardPlan['say'],
): Promise<Caregiver[]> {
  const caregivers: Caregiver[] = [];
  for (let first = 0; first === 0 || first < wearers; first += wearersPerCaregiver) {
    const email = first === 0 ? `caregiver.${run}@example.org` : `caregiver.${run}.${first + 1}@example.org`;
    // The wearers have the indexes from 1.
    const fallwatch = connect(first === 0 ? 0 : wearers + first);
    const body = { email, password, firstName: 'Simone', lastName: 'Care', role: 'CAREGIVER' } as const;
    await retryAfterWait(() => fallwatch.signUp(body), say);
    caregivers.push({ email, password, fallwatch });
  }
  return caregivers;
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
