import type * as source from '../../en/admin/falls.js';
import type { Like } from '../../like.js';

export const falls: Like<typeof source.falls> = {
  when: 'Quand',
  level: 'Évaluation',
  answered: 'Réponse',
  after: 'après {{duration}}',
  notAnswered: 'Non',
  open: 'Détails',
  flag: 'Examiner',
  flagged: 'En cours d’examen',
  flagTitle: 'Examiner la chute : {{name}}',
  flagExplain: 'La chute est marquée pour tous ceux qui peuvent la voir, avec vos notes.',
  notes: 'Notes',
  outcome: 'Comment cela s’est-il terminé ?',
  outcomeUnknown: 'Inconnu',
  none: 'Aucune chute',
  noneExplain: 'Aucune chute enregistrée ne correspond. Vérifiez que les appareils sont connectés.',
  onePerson: 'Uniquement les chutes : {{name}}',
  everybody: 'Afficher toutes les personnes',
};
