import type { wall as source } from '../en/wall.js';
import type { Like } from '../like.js';

export const wall: Like<typeof source> = {
  title: 'Flurtafel',
  nobody: 'Noch hat niemand übernommen',
  more: 'und {{count}} weitere',
  what: {
    help: 'Hilferuf',
    fall: 'Sturz',
    drill: 'Probealarm: Niemand ist gestürzt',
    silent: 'Kein Signal',
    battery: 'Akku schwach',
    other: 'Bitte prüfen',
  },
  noRooms: 'Noch keine Zimmer',
  noRoomsExplain: 'Tragen Sie für jede Person ein Zimmer ein: Es erscheint hier anstelle des Namens.',
  tested: 'Ton getestet {{time}}',
  people_one: '{{count}} Person · {{connected}} verbunden',
  people_other: '{{count}} Personen · {{connected}} verbunden',
  privacy: 'Neben dem Zimmer anzeigen',
  privacies: { room: 'Nur Zimmer', initials: 'Zimmer und Initialen', names: 'Zimmer und Name' },
};
