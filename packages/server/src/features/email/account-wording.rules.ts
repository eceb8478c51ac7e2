/** The words of mail about a person's own account, in both languages. */
import type { Language } from '../../platform/db/tables/accounts.js';
import type { MessageLine } from '../contacts/medium.js';
import { formatTime, type Worded } from '../contacts/wording.rules.js';

export type AccountChange =
  | 'PASSWORD_CHANGED'
  | 'PASSWORD_RESET'
  | 'EMAIL_CHANGED'
  | 'SECOND_FACTOR_ADDED'
  | 'SECOND_FACTOR_REMOVED'
  | 'PASSKEY_ADDED'
  | 'PASSKEY_REMOVED'
  | 'RECOVERY_CODE_USED';

interface Linked {
  readonly title: string;
  readonly text: (until: string) => string;
  readonly link: string;
}

interface Words {
  readonly reset: Linked;
  /** An admin has created the link. */
  readonly resetByAdmin: Linked;
  readonly email: Linked;
  readonly taken: { readonly title: string; readonly text: string; readonly link: string };
  /** Each is the subject, and the first sentence with the time after it. */
  readonly changes: Readonly<Record<AccountChange, string>>;
  readonly notYou: string;
  readonly recover: string;
  readonly locale: string;
}

const en: Words = {
  reset: {
    title: 'A new password for Fallwatch',
    text: (until) =>
      `You asked for a new password. The link works once, until ${until}. If you did not ask for it, ignore this message: your password stays as it is.`,
    link: 'Choose a new password',
  },
  resetByAdmin: {
    title: 'A new password for Fallwatch',
    text: (until) =>
      `An admin has sent you this link to choose a new password. It works once, until ${until}. If you did not ask for it, talk to the admin.`,
    link: 'Choose a new password',
  },
  email: {
    title: 'Confirm your e-mail address',
    text: (until) =>
      `Please confirm that this address belongs to your Fallwatch account. The link works once, until ${until}. If you have no such account, ignore this message.`,
    link: 'Confirm the address',
  },
  taken: {
    title: 'You already have a Fallwatch account',
    text: 'Somebody wants to use this address for another Fallwatch account. It belongs to an account already, so nothing was changed. If that was you, sign in with this address.',
    link: 'Sign in',
  },
  changes: {
    PASSWORD_CHANGED: 'Your password was changed',
    PASSWORD_RESET: 'Your password was reset',
    EMAIL_CHANGED: 'The e-mail address of your account was changed',
    SECOND_FACTOR_ADDED: 'Sign-in with a code was switched on',
    SECOND_FACTOR_REMOVED: 'Sign-in with a code was switched off',
    PASSKEY_ADDED: 'A passkey was added to your account',
    PASSKEY_REMOVED: 'A passkey was removed from your account',
    RECOVERY_CODE_USED: 'A recovery code was used to sign in',
  },
  notYou: 'If that was you, there is nothing to do. If not, choose a new password now and tell an admin.',
  recover: 'Choose a new password',
  locale: 'en-GB',
};

const de: Words = {
  reset: {
    title: 'Neues Passwort für Fallwatch',
    text: (until) =>
      `Sie haben ein neues Passwort angefordert. Der Link gilt einmal, bis ${until}. Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese Nachricht: Ihr Passwort bleibt, wie es ist.`,
    link: 'Neues Passwort wählen',
  },
  resetByAdmin: {
    title: 'Neues Passwort für Fallwatch',
    text: (until) =>
      `Die Verwaltung hat Ihnen diesen Link geschickt, mit dem Sie ein neues Passwort wählen können. Er gilt einmal, bis ${until}. Wenn Sie nicht darum gebeten haben, sprechen Sie mit der Verwaltung.`,
    link: 'Neues Passwort wählen',
  },
  email: {
    title: 'Bestätigen Sie Ihre E-Mail-Adresse',
    text: (until) =>
      `Bitte bestätigen Sie, dass diese Adresse zu Ihrem Konto bei Fallwatch gehört. Der Link gilt einmal, bis ${until}. Wenn Sie kein solches Konto haben, ignorieren Sie diese Nachricht.`,
    link: 'Adresse bestätigen',
  },
  taken: {
    title: 'Sie haben bereits ein Konto bei Fallwatch',
    text: 'Jemand möchte diese Adresse für ein anderes Konto bei Fallwatch verwenden. Sie gehört bereits zu einem Konto, daher wurde nichts geändert. Wenn Sie das waren, melden Sie sich mit dieser Adresse an.',
    link: 'Anmelden',
  },
  changes: {
    PASSWORD_CHANGED: 'Ihr Passwort wurde geändert',
    PASSWORD_RESET: 'Ihr Passwort wurde zurückgesetzt',
    EMAIL_CHANGED: 'Die E-Mail-Adresse Ihres Kontos wurde geändert',
    SECOND_FACTOR_ADDED: 'Die Anmeldung mit Code wurde eingeschaltet',
    SECOND_FACTOR_REMOVED: 'Die Anmeldung mit Code wurde ausgeschaltet',
    PASSKEY_ADDED: 'Ein Passkey wurde zu Ihrem Konto hinzugefügt',
    PASSKEY_REMOVED: 'Ein Passkey wurde aus Ihrem Konto entfernt',
    RECOVERY_CODE_USED: 'Ein Wiederherstellungscode wurde zur Anmeldung verwendet',
  },
  notYou:
    'Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, wählen Sie jetzt ein neues Passwort und informieren Sie die Verwaltung.',
  recover: 'Neues Passwort wählen',
  locale: 'de-DE',
};

const languages: Readonly<Record<Language, Words>> = { en, de };

type WithLines = Worded & { readonly lines: readonly MessageLine[] };

export interface LinkOfMail {
  readonly url: string;
  readonly expiresAt: string;
}

export function wordLink(
  language: Language,
  kind: 'reset' | 'resetByAdmin' | 'email',
  { url, expiresAt }: LinkOfMail,
): WithLines {
  const { locale, [kind]: words } = languages[language];
  return { title: words.title, text: words.text(formatMoment(locale, expiresAt)), lines: [{ text: words.link, url }] };
}

/** To the owner of an address that another account asks for. */
export function wordTaken(language: Language, publicUrl: string): WithLines {
  const { title, text, link } = languages[language].taken;
  return { title, text, lines: [{ text: link, url: publicUrl }] };
}

export function wordChange(
  language: Language,
  change: AccountChange,
  { at, publicUrl }: { readonly at: string; readonly publicUrl: string },
): WithLines {
  const { changes, notYou, recover, locale } = languages[language];
  const text = `${changes[change]} (${formatMoment(locale, at)}). ${notYou}`;
  return { title: changes[change], text, lines: [{ text: recover, url: `${publicUrl}/forgot` }] };
}

function formatMoment(locale: string, at: string): string {
  return formatTime(locale, at, { day: 'numeric', month: 'long', year: 'numeric', timeZoneName: 'short' });
}
