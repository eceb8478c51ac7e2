import type { lists as source } from '../../en/admin/lists.js';
import type { Like } from '../../like.js';

/** Words that several screens share. */
export const lists: Like<typeof source> = {
  filters: 'Filtres',
  nothingFound: 'Aucun résultat',
  nothingFoundExplain: 'Retirez un filtre, ou recherchez une partie du nom.',
  person: 'Personne',
  status: 'État',
  severity: 'Gravité',
  since: 'Depuis',
  from: 'Du',
  to: 'Au',
  assign: 'Attribuer',
  relationship: 'Lien (facultatif)',
  relationshipExample: 'Fille, infirmier de nuit…',
  pick: 'Saisissez une partie du nom',
  nobodyFound: 'Personne à ce nom',
};
