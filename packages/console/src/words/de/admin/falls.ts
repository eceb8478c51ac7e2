import type * as source from '../../en/admin/falls.js';
import type { Like } from '../../like.js';

export const falls: Like<typeof source.falls> = {
  when: 'Wann',
  level: 'Einschätzung',
  answered: 'Reaktion',
  after: 'nach {{duration}}',
  notAnswered: 'Keine',
  open: 'Details',
  flag: 'Untersuchen',
  flagged: 'Wird untersucht',
  flagTitle: 'Sturz von {{name}} untersuchen',
  flagExplain: 'Der Sturz wird mit Ihren Notizen für alle markiert, die ihn sehen können.',
  notes: 'Notizen',
  outcome: 'Wie ist es ausgegangen?',
  outcomeUnknown: 'Unbekannt',
  none: 'Keine Stürze',
  noneExplain: 'Kein aufgezeichneter Sturz passt dazu. Prüfen Sie, ob die Geräte verbunden sind.',
  onePerson: 'Nur Stürze von {{name}}',
  everybody: 'Von allen anzeigen',
};
