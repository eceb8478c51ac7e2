/** What is said on the phone, and what the end of a call means. */
import type { SipServer } from '../../config.js';
import type { Language } from '../../platform/db/tables/accounts.js';
import type { Message } from '../contacts/medium.js';

interface Words {
  readonly keys: string;
  readonly mine: string;
  readonly declined: string;
  readonly taken: (name: string) => string;
  readonly over: string;
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    keys: 'If you are on it, press 1. If you cannot come, press 2.',
    mine: 'Thank you. You are on it.',
    declined: 'Thank you. Others are being notified.',
    taken: (name) => `Thank you. ${name} is on it already.`,
    over: 'Thank you. This alert is over.',
  },
  de: {
    keys: 'Wenn Sie übernehmen, drücken Sie die 1. Wenn Sie nicht können, drücken Sie die 2.',
    mine: 'Danke. Sie haben übernommen.',
    declined: 'Danke. Andere werden benachrichtigt.',
    taken: (name) => `Danke. ${name} hat schon übernommen.`,
    over: 'Danke. Dieser Alarm ist beendet.',
  },
};

/** `Fallwatch. R. H. has fallen. Just now. If you are on it, press 1.` */
export function toSpeech(language: Language, { title, text, answer }: Message): string {
  const sentences = [title.startsWith('Fallwatch') ? title : `Fallwatch. ${title}`, text];
  const said = sentences.map((sentence) => sentence.replace(/[.:]?$/, '.')).join(' ');
  return toPronounceable(answer ? `${said} ${words[language].keys}` : said);
}

/** Initials and the digits of a code are spoken one by one. */
function toPronounceable(text: string): string {
  return text.replace(/\d{4,}/g, (digits) => digits.split('').join(', ')).replace(/\b(\p{L})\.(?=\p{L}\.)/gu, '$1. ');
}

export interface Answered {
  readonly state: 'OPEN' | 'MINE' | 'TAKEN' | 'CLOSED';
  readonly takenBy: string | null;
}

/** The reply to a key press. */
export function wordAnswered(language: Language, { state, takenBy }: Answered): string {
  const { mine, declined, taken, over } = words[language];
  if (state === 'MINE') return mine;
  if (state === 'TAKEN' && takenBy !== null) return taken(takenBy);
  return state === 'OPEN' ? declined : over;
}

export function wordOver(language: Language): string {
  return words[language].over;
}

const answersByKey: Readonly<Record<string, 'ON_IT' | 'CANNOT'>> = { 1: 'ON_IT', 2: 'CANNOT' };

export function toAnswer(key: string): 'ON_IT' | 'CANNOT' | undefined {
  return answersByKey[key];
}

export interface CallEnd {
  readonly wasAnswered: boolean;
  /** Of baresip: the SIP status, `486 Busy Here`, or words. */
  readonly reason: string;
}

/** Why a call without a key press has not reached the person. */
export function describeEnd({ wasAnswered, reason }: CallEnd): { isWrongNumber: boolean; reason: string } {
  const status = /^\d{3}/.exec(reason)?.[0] ?? '';
  const isWrongNumber = ['404', '410', '484', '604'].includes(status);
  // A voicemail answers too.
  if (wasAnswered) return { isWrongNumber, reason: 'Answered, but no key was pressed' };
  if (isWrongNumber) return { isWrongNumber, reason: `This phone number does not exist (${status})` };
  if (['486', '600', '603'].includes(status)) return { isWrongNumber, reason: `Busy or declined (${status})` };
  if (['408', '480', '487', ''].includes(status)) return { isWrongNumber, reason: reason || 'No answer' };
  return { isWrongNumber, reason: `The telephone system answered ${status}` };
}

export interface CallPlan {
  readonly server: SipServer;
  readonly controlPort: number;
  /** The own address from which the telephone system is reached. */
  readonly localAddress: string;
  readonly sound: string;
}

/** The files of baresip's configuration folder. */
export function toBaresipFiles({ server, controlPort, localAddress, sound }: CallPlan): Record<string, string> {
  const { user, password, host, transport } = server;
  const login = password === null ? '' : `;auth_user=${user};auth_pass=${decodeURIComponent(password)}`;
  return {
    accounts: `<sip:${user}@${host};transport=${transport}>${login};regint=0\n`,
    config: [
      `sip_listen ${localAddress}:0`,
      `ctrl_tcp_listen 127.0.0.1:${controlPort}`,
      `audio_source aufile,${sound}`,
      'audio_player aubridge,nobody',
      'audio_alert aubridge,nobody',
      'module_path /usr/lib/baresip/modules',
      ...['g711', 'aufile', 'aubridge', 'ctrl_tcp'].map((name) => `module ${name}.so`),
      ...['account', 'menu'].map((name) => `module_app ${name}.so`),
      '',
    ].join('\n'),
  };
}

export function toSipUri({ host, transport }: SipServer, phone: string): string {
  return `sip:${phone}@${host};transport=${transport}`;
}
