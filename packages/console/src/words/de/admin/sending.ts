import type * as source from '../../en/admin/sending.js';
import type { Like } from '../../like.js';

export const outbox: Like<typeof source.outbox> = {
  explain:
    'Nur in der Entwicklung: Nachrichten, deren Versandweg nicht eingerichtet ist, werden hier gespeichert statt gesendet. Die neueste zuerst.',
  message: 'Nachricht',
  recipient: 'Empfänger',
  open: 'Antwortseite öffnen',
  none: 'Noch wurde nichts gesendet',
};

export const failing: Like<typeof source.failing> = {
  title_one: '{{count}} Kontaktweg funktioniert nicht',
  title_other: '{{count}} Kontaktwege funktionieren nicht',
  label: 'Kontaktwege, die nicht funktionieren',
  explain:
    'Auf diesem Weg erreichen Alarme diese Personen nicht. Fragen Sie nach einer anderen Adresse, oder ändern Sie sie gemeinsam.',
  reason: 'Grund',
};

export const notReachable: Like<typeof source.notReachable> = {
  title_one: '{{count}} Betreuungsperson hat keinen funktionierenden Kontaktweg',
  title_other: '{{count}} Betreuungspersonen haben keinen funktionierenden Kontaktweg',
  label: 'Betreuungspersonen, die nicht erreichbar sind',
  explain:
    'Alarme erreichen sie nur, solange Fallwatch auf ihrem Gerät geöffnet ist. Richten Sie vor der Nacht einen Kontaktweg ein.',
  lastCheck: 'Letzter Test zum Dienstbeginn',
  phone: 'Telefon',
};

export const feeds: Like<typeof source.feeds> = {
  title_one: '{{count}} Kalender ist nicht lesbar',
  title_other: '{{count}} Kalender sind nicht lesbar',
  label: 'Kalender, die nicht lesbar sind',
  explain: 'Die zuletzt gelesenen Dienste gelten weiter. Änderungen seither fehlen.',
  schedule: 'Dienstplan',
  calendar: 'Kalender',
};
