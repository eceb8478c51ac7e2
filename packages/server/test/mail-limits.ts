import { sql } from 'kysely';
import type { Medium } from '../src/features/contacts/medium.js';
import { createContactChannel } from '../src/features/contacts/sending.service.js';
import { sendDigests } from '../src/features/email/digests.worker.js';
import { createEngine } from '../src/features/escalation/engine.worker.js';
import { reportFall } from '../src/features/falls/recording.service.js';
import { type Context, createContext, type Platform, system } from '../src/platform/context.js';
import { nothingDue, runOnce } from './engine.js';
import { testServer } from './harness.js';
import { assign, type Person, patient } from './people.js';

export interface LimitedMail {
  readonly ctx: Context;
  /** A fall of this person. Its first step is sent over the contact points. */
  readonly fall: (person: Person, confidence?: number) => Promise<void>;
  /** Sends everything that is due now, except digests. */
  readonly run: () => Promise<void>;
  readonly sendDigests: () => Promise<void>;
}

/** An installation that sends this many mails an hour to one person. `media` replace those of the same kind. */
export async function limitedMail(
  mailHourlyLimit: number,
  { media = [], on }: { readonly media?: readonly Medium[]; readonly on?: Platform } = {},
): Promise<LimitedMail> {
  const platform = on ?? (await testServer()).platform;
  const others = platform.state.media.filter(({ kind }) => !media.some((one) => one.kind === kind));
  const all = [...media, ...others];
  const state = { ...platform.state, media: all, channels: all.map(createContactChannel) };
  const limited = { ...platform, state, config: { ...platform.config, mailHourlyLimit } };
  const ctx = createContext(limited, system);
  const engine = createEngine();
  return {
    ctx,
    fall: async ({ id }, confidence = 0.8) => {
      await reportFall(createContext(limited, { id, role: 'PATIENT', sessionId: null }), { confidence });
    },
    run: () => runOnce(engine, ctx),
    sendDigests: () => sendDigests(ctx),
  };
}

/** Records the address of every call of `send`: the outbox shows a repetition once. */
export function recordSends(medium: Medium): { readonly medium: Medium; readonly sent: string[] } {
  const sent: string[] = [];
  const send: Medium['send'] = (ctx, to, message) => {
    sent.push(to.address);
    return medium.send(ctx, to, message);
  };
  return { medium: { ...medium, send }, sent };
}

/** Patients of this caregiver, by name. Nothing of earlier tests is due. */
export async function addPatients(carer: Person, names: readonly string[]): Promise<Person[]> {
  await nothingDue();
  const patients: Person[] = [];
  for (const name of names) {
    const [firstName = '', lastName = ''] = name.split(' ');
    const person = await patient();
    await person.put('/profile/me', { firstName, lastName });
    await assign(carer, person);
    patients.push(person);
  }
  return patients;
}

/** The deliveries over e-mail, oldest first. Read from the table: reading the list would count as reaching the person. */
export async function mailsTo(carer: Person) {
  const { platform } = await testServer();
  const found = platform.db.selectFrom('deliveries').selectAll().where('recipientId', '=', carer.id);
  return found.where('channel', '=', 'email').orderBy('createdAt').orderBy('id').execute();
}

export async function unassign(carer: Person, from: Person): Promise<void> {
  const { platform } = await testServer();
  await sql`delete from assignments where caregiver_id = ${carer.id} and patient_id = ${from.id}`.execute(platform.db);
}
