import type { messages as source } from '../en/messages.js';
import type { Like } from '../like.js';

export const messages: Like<typeof source> = {
  title: 'Nachrichten',
  all: 'Alle Nachrichten',
  somebody: 'Jemand anderes',
  none: 'Keine Nachrichten',
  noneExplain: {
    PATIENT: 'Noch kümmert sich hier niemand um Sie. Sobald es jemand tut, können Sie hier schreiben.',
    CAREGIVER: 'Sobald Sie jemanden betreuen, können Sie hier schreiben.',
    ADMIN: 'Öffnen Sie eine Person aus der Liste der Personen, um ihr zu schreiben. Antworten kommen hier an.',
  },
  unread_one: '{{count}} ungelesen',
  unread_other: '{{count}} ungelesen',
  mine: 'Sie: {{text}}',
  writeTo: 'Schreiben an',
  older: 'Ältere Nachrichten zeigen',
  with: 'Nachrichten mit {{name}}',
  first: 'Noch keine Nachricht. Schreiben Sie {{name}} die erste.',
  me: 'Sie',
  read: 'gelesen',
  write: 'An {{name}} schreiben',
  keys: 'Eingabetaste sendet, Umschalt + Eingabetaste beginnt eine neue Zeile.',
  send: 'Senden',
};
