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
