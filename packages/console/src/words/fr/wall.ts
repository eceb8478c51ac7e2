import type { wall as source } from '../en/wall.js';
import type { Like } from '../like.js';

export const wall: Like<typeof source> = {
  title: 'Écran mural',
  nobody: 'Personne n’a encore répondu',
  more: 'et {{count}} de plus',
  what: {
    help: 'Appel à l’aide',
    fall: 'Chute',
    drill: 'Alerte de test : personne n’est tombé',
    silent: 'Pas de signal',
    battery: 'Batterie faible',
    other: 'À vérifier',
  },
  noRooms: 'Pas encore de chambres',
  noRoomsExplain: 'Indiquez une chambre pour chaque personne : elle s’affiche ici à la place du nom.',
  tested: 'Son testé à {{time}}',
  people_one: '{{count}} personne · {{connected}} connectée',
  people_other: '{{count}} personnes · {{connected}} connectées',
  privacy: 'Affiché à côté de la chambre',
  privacies: { room: 'Chambre seule', initials: 'Chambre et initiales', names: 'Chambre et nom' },
};
