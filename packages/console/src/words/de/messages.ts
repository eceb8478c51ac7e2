import type { messages as source } from '../en/messages.js';
import type { Like } from '../like.js';

export const messages: Like<typeof source> = {
  title: 'Nachrichten',
  all: 'Alle Nachrichten',
  somebody: 'Jemand anderes',
  none: 'Keine Nachrichten',
  noneExplain: {
    PATIENT: 'Sie haben noch keine Betreuung. Sobald Ihnen jemand zugeordnet ist, können Sie hier schreiben.',
    CAREGIVER: 'Sobald Ihnen Personen zugeordnet sind, können Sie ihnen hier schreiben.',
    ADMIN: 'Um einer Person zu schreiben, öffnen Sie sie in der Liste der Personen. Antworten erscheinen hier.',
  },
  unread_one: '{{count}} ungelesen',
  unread_other: '{{count}} ungelesen',
  mine: 'Sie: {{text}}',
  writeTo: 'Schreiben an',
  older: 'Ältere Nachrichten anzeigen',
  with: 'Nachrichten mit {{name}}',
  first: 'Noch keine Nachricht. Schreiben Sie {{name}} die erste.',
  me: 'Sie',
  read: 'gelesen',
  write: 'An {{name}} schreiben',
  keys: 'Eingabetaste sendet, Umschalt + Eingabetaste beginnt eine neue Zeile.',
  send: 'Senden',
};
