/** The words and the link of a message about an alert, the same over every channel. */
import type { Context } from '../../platform/context.js';
import { createToken, toAnswerUrl } from '../answers/answers.service.js';
import type { Notice } from '../deliveries/channel.js';
import { toInitials } from '../users/users.rules.js';
import * as store from './contacts.store.js';
import type { Message, MessageAnswer } from './medium.js';
import { answerWords, wordNotice, wordTest } from './wording.rules.js';

export type Composed = Pick<Message, 'title' | 'text' | 'answer'>;

/** `calledBy` is missing in webhook events that an older release has stored. */
type About = Pick<Notice, 'deliveryId' | 'alertId' | 'recipientId' | 'type' | 'step' | 'isDrill'> &
  Partial<Pick<Notice, 'calledBy'>>;

/** There is nothing to take: the wearer is fine, or is no longer monitored. */
const unanswered = new Set(['FALL_CANCELLED', 'MONITORING_ENDED']);

export async function composeMessage(ctx: Context, about: About, facts: store.WordFacts): Promise<Composed> {
  const { firstName, lastName, isCall, minutesAgo, wasTaken } = facts;
  const language = facts.language ?? 'en';
  const words = wordNotice(language, {
    ...about,
    calledBy: about.calledBy ?? null,
    isCall,
    initials: toInitials(firstName, lastName),
    minutesAgo,
    wasTaken,
  });
  return { ...words, answer: unanswered.has(about.type) ? null : await createAnswer(ctx, about, language) };
}

/** For a person who is not reached over a contact point. */
export async function composeForPerson(ctx: Context, about: About & store.NoticeKey): Promise<Composed> {
  return composeMessage(ctx, about, await store.getWordFacts(ctx.db, about.recipientId, about));
}

export async function composeTest(ctx: Context, userId: string): Promise<Composed> {
  return { ...wordTest(await store.getLanguage(ctx.db, userId)), answer: null };
}

async function createAnswer(
  ctx: Context,
  { alertId, recipientId: userId, deliveryId }: About,
  language: 'en' | 'de',
): Promise<MessageAnswer> {
  const token = await createToken(ctx, { alertId, userId, deliveryId });
  return { alertId, token, url: toAnswerUrl(ctx, token), ...answerWords(language) };
}
