/** The words of messages in both languages. Patients appear with their initials only. */
import type { Language } from '../../platform/db/tables/accounts.js';
import type { Message, MessageLine } from './medium.js';

interface Words {
  /** Alert type → what happened to the person. The same sentences as on the screens of the console. */
  readonly what: Readonly<Record<string, string>>;
  readonly other: string;
  readonly needsHelp: string;
  readonly drill: string;
  readonly ago: (minutes: number) => string;
  readonly again: string;
  readonly openAgain: string;
  readonly second: (name: string) => string;
  readonly takenBy: (name: string) => string;
  readonly over: string;
  readonly onIt: string;
  readonly cannot: string;
  readonly code: { readonly title: string; readonly text: (code: string) => string };
  readonly test: { readonly title: string; readonly text: string };
  readonly digest: {
    readonly title: (count: number, since: string) => string;
    readonly text: (limit: number) => string;
  };
  readonly invitation: {
    readonly title: string;
    readonly text: (by: string | null, until: string) => string;
    readonly link: string;
  };
  /** For dates and times. */
  readonly locale: string;
}

const en: Words = {
  what: {
    FALL_DETECTED: 'has fallen',
    NOBODY_REACHED: 'has fallen, and nobody could be reached',
    NO_CAREGIVER: 'has no caregiver',
    NOT_REACHABLE_ON_DUTY: 'is on duty soon, and alerts cannot reach them',
    FALL_CANCELLED: 'fell and says: I’m OK',
    DEVICE_SILENT: 'is not monitored: the device is not sending',
    LOW_BATTERY: 'has a device with a low battery',
    SENSOR_FAULT: 'has a device that does not work',
    NOT_WORN: 'has a device that seems not to be worn',
    VITALS_OUT_OF_RANGE: 'has a heart rate or oxygen outside the limits',
    CHECK_IN_MISSED: 'has not been heard from today',
    FOREIGN_DATA: 'has a device whose data another account sends',
    MONITORING_ENDED: 'is no longer monitored: the account was deleted',
  },
  other: 'needs attention',
  needsHelp: 'is calling for help',
  drill: 'Test alert: nobody has fallen',
  ago: (minutes) => (minutes < 1 ? 'Just now' : `${minutes} min ago`),
  again: 'Nobody has answered yet.',
  openAgain: 'Somebody was on it, but it is open again.',
  second: (name) => `${name} is on it and asks for a second person.`,
  takenBy: (name) => `${name} is on it.`,
  over: 'This alert is over.',
  onIt: 'I’m on it',
  cannot: 'I can’t',
  code: {
    title: 'Fallwatch: your code',
    text: (code) => `Your code is ${code}. It is valid for 10 minutes. If you did not ask for it, ignore this message.`,
  },
  test: { title: 'Fallwatch: test', text: 'This is a test. Alerts will reach you here.' },
  digest: {
    title: (count, since) => `${count} more ${count === 1 ? 'alert' : 'alerts'} since ${since}`,
    text: (limit) => `You get at most ${limit} mails about alerts in an hour. These alerts were held back:`,
  },
  invitation: {
    title: 'Your invitation to Fallwatch',
    text: (by, until) =>
      `${by ?? 'Your caregiver'} has created a Fallwatch account for you. Set a password to use it. The link works once, until ${until}. If you did not expect this message, ignore it.`,
    link: 'Set the password',
  },
  locale: 'en-GB',
};

const de: Words = {
  what: {
    FALL_DETECTED: 'ist gestürzt',
    NOBODY_REACHED: 'ist gestürzt, und niemand wurde erreicht',
    NO_CAREGIVER: 'hat keine Betreuung',
    NOT_REACHABLE_ON_DUTY: 'hat bald Dienst und ist nicht erreichbar',
    FALL_CANCELLED: 'ist gestürzt und meldet: Mir geht es gut',
    DEVICE_SILENT: 'wird nicht überwacht: Das Gerät sendet nicht',
    LOW_BATTERY: 'hat ein Gerät mit schwachem Akku',
    SENSOR_FAULT: 'hat ein Gerät, das nicht funktioniert',
    NOT_WORN: 'hat ein Gerät, das offenbar nicht getragen wird',
    VITALS_OUT_OF_RANGE: 'hat Puls- oder Sauerstoffwerte außerhalb der Grenzen',
    CHECK_IN_MISSED: 'hat sich heute noch nicht gemeldet',
    FOREIGN_DATA: 'hat ein Gerät, dessen Daten ein anderes Konto sendet',
    MONITORING_ENDED: 'wird nicht mehr überwacht: Das Konto wurde gelöscht',
  },
  other: 'braucht Aufmerksamkeit',
  needsHelp: 'ruft um Hilfe',
  drill: 'Probealarm: Niemand ist gestürzt',
  ago: (minutes) => (minutes < 1 ? 'Gerade eben' : `Vor ${minutes} Min.`),
  again: 'Noch hat niemand geantwortet.',
  openAgain: 'Jemand hatte übernommen, aber der Alarm ist wieder offen.',
  second: (name) => `${name} hat übernommen und bittet um eine zweite Person.`,
  takenBy: (name) => `${name} hat übernommen.`,
  over: 'Dieser Alarm ist beendet.',
  onIt: 'Ich übernehme',
  cannot: 'Ich kann nicht',
  code: {
    title: 'Fallwatch: Ihr Code',
    text: (code) =>
      `Ihr Code lautet ${code}. Er gilt 10 Minuten. Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese Nachricht.`,
  },
  test: { title: 'Fallwatch: Test', text: 'Dies ist ein Test. Alarme erreichen Sie auf diesem Weg.' },
  digest: {
    title: (count, since) => `${count} ${count === 1 ? 'weiterer Alarm' : 'weitere Alarme'} seit ${since}`,
    text: (limit) => `Sie erhalten höchstens ${limit} Alarm-Mails pro Stunde. Diese Alarme wurden zurückgehalten:`,
  },
  invitation: {
    title: 'Ihre Einladung zu Fallwatch',
    text: (by, until) =>
      `${by ?? 'Ihre Betreuungsperson'} hat für Sie ein Konto bei Fallwatch angelegt. Legen Sie ein Passwort fest, um es zu nutzen. Der Link gilt einmal, bis ${until}. Wenn Sie diese Nachricht nicht erwartet haben, ignorieren Sie sie.`,
    link: 'Passwort festlegen',
  },
  locale: 'de-DE',
};

const languages: Readonly<Record<Language, Words>> = { en, de };

interface WhatHappened {
  readonly type: string;
  /** Empty if the account was deleted. */
  readonly initials: string;
  readonly isDrill: boolean;
  /** The wearer asks for help. */
  readonly isCall: boolean;
}

export interface Happening extends WhatHappened {
  readonly step: number;
  readonly minutesAgo: number;
  /** Somebody had taken it, and released it or recorded no outcome. */
  readonly wasTaken: boolean;
  /** Somebody has taken it and asks for a second person. */
  readonly calledBy: string | null;
}

export type Worded = Pick<Message, 'title' | 'text'>;

/** `R.H. has fallen`, `2 min ago. Nobody has answered yet.` */
export function wordNotice(language: Language, happening: Happening): Worded {
  const { type, step, minutesAgo, calledBy, wasTaken } = happening;
  const words = languages[language];
  const title = wordTitle(words, happening);
  const isAgain = step > 1 && type !== 'FALL_CANCELLED';
  const ago = words.ago(minutesAgo).replace(/\.$/, '');
  // A line break in a name would begin a paragraph that looks like ours.
  if (calledBy !== null) return { title, text: `${words.second(calledBy.replace(/\s+/g, ' '))} ${ago}.` };
  return { title, text: isAgain ? `${ago}. ${wasTaken ? words.openAgain : words.again}` : `${ago}.` };
}

function wordTitle(words: Words, { type, initials, isDrill, isCall }: WhatHappened): string {
  const what = type === 'FALL_DETECTED' && isCall ? words.needsHelp : (words.what[type] ?? words.other);
  return isDrill ? `${words.drill} (${initials})` : `${initials} ${what}`.trim();
}

interface WhatBecame extends WhatHappened {
  readonly isClosed: boolean;
  readonly takenBy: string | null;
}

/** `R.H. has fallen`, `Noah Berg is on it.` */
export function wordUpdate(language: Language, update: WhatBecame): Worded {
  const words = languages[language];
  const { isClosed, takenBy } = update;
  return { title: wordTitle(words, update), text: isClosed || takenBy === null ? words.over : words.takenBy(takenBy) };
}

export function wordCode(language: Language, code: string): Worded {
  const { title, text } = languages[language].code;
  return { title, text: text(code) };
}

export function wordTest(language: Language): Worded {
  return languages[language].test;
}

/** `7 more alerts since 03:10 CET`. */
export function wordDigest(
  language: Language,
  { count, since, limit }: { readonly count: number; readonly since: string; readonly limit: number },
): Worded {
  const { digest, locale } = languages[language];
  return { title: digest.title(count, formatTime(locale, since, { timeZoneName: 'short' })), text: digest.text(limit) };
}

/** `Mon 03:12 R.H. has fallen`; without a link also what became of it. */
export function wordDigestLine(
  language: Language,
  alert: WhatBecame & { readonly raisedAt: string },
  url: string | null,
): MessageLine {
  const { title, text } = wordUpdate(language, alert);
  const at = formatTime(languages[language].locale, alert.raisedAt, { weekday: 'short' });
  return { text: url === null ? `${at} ${title}. ${text}` : `${at} ${title}`, url };
}

/** `by`: the name of the person who invites; null: their caregiver. */
export function wordInvitation(
  language: Language,
  { by, url, expiresAt }: { readonly by: string | null; readonly url: string; readonly expiresAt: string },
): Worded & { readonly lines: readonly MessageLine[] } {
  const { invitation, locale } = languages[language];
  const until = formatTime(locale, expiresAt, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZoneName: 'short',
  });
  // A line break in a name would begin a paragraph that looks like ours.
  const text = invitation.text(by?.replace(/\s+/g, ' ') ?? null, until);
  return { title: invitation.title, text, lines: [{ text: invitation.link, url }] };
}

/** In the time zone of the process. */
export function formatTime(locale: string, at: string, more: Intl.DateTimeFormatOptions): string {
  return new Date(at).toLocaleString(locale, { hour: '2-digit', minute: '2-digit', ...more });
}

/** A line in plain text. A line break in a name does not begin another one. */
export function toPlainLine({ text, url }: MessageLine): string {
  const words = text.replace(/\s+/g, ' ');
  return url === null ? words : `${words}: ${url}`;
}

export function answerWords(language: Language): { readonly onIt: string; readonly cannot: string } {
  const { onIt, cannot } = languages[language];
  return { onIt, cannot };
}
