import type { lists as source } from '../../en/admin/lists.js';
import type { Like } from '../../like.js';

/** Words that several screens share. */
export const lists: Like<typeof source> = {
  filters: 'Filter',
  nothingFound: 'Nichts gefunden',
  nothingFoundExplain: 'Entfernen Sie einen Filter, oder suchen Sie nach einem Teil des Namens.',
  person: 'Person',
  status: 'Status',
  severity: 'Dringlichkeit',
  since: 'Seit',
  from: 'Von',
  to: 'Bis',
  assign: 'Zuordnen',
  relationship: 'Beziehung (optional)',
  relationshipExample: 'Tochter, Nachtdienst …',
  pick: 'Einen Teil des Namens eingeben',
  nobodyFound: 'Niemand mit diesem Namen',
};
