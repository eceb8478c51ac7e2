import type { checkIn as source } from '../en/checkIn.js';
import type { Like } from '../like.js';

export const checkIn: Like<typeof source> = {
  title: 'Tägliche Rückmeldung',
  off: 'Aus: Morgens wird kein Lebenszeichen erwartet.',
  every: 'Täglich bis {{by}} Uhr ({{zone}}): „Mir geht es gut“.',
  orMoves: 'Bewegung zählt auch.',
  state: {
    UPCOMING: 'Nächste Rückmeldung bis {{due}} erwartet.',
    OPEN: 'Heute noch keine Rückmeldung. Erwartet bis {{due}}.',
    CONFIRMED: '„Mir geht es gut“ um {{sign}} gemeldet.',
    MOVED: 'Ist in Bewegung, zuletzt um {{sign}}.',
    MISSED: 'Keine Rückmeldung bis {{due}}. Ein Alarm ist offen.',
    AWAY: 'Abwesend. Wieder erwartet ab {{date}}.',
  },
  start: 'Rückmeldung einrichten',
  change: 'Rückmeldung ändern',
  stop: 'Ausschalten',
  changeTitle: 'Tägliche Rückmeldung: {{name}}',
  by: 'Bis',
  zone: 'Zeitzone',
  movementCounts: 'Bewegung eines getragenen Geräts zählt als Rückmeldung',
  resumesOn: 'Abwesend: wieder erwartet ab',
  resumesHint: 'Leer lassen, wenn nicht abwesend. Höchstens 90 Tage im Voraus.',
  own: {
    ask: 'Geht es Ihnen gut? Bitte drücken Sie bis {{time}} Uhr.',
    late: 'Geht es Ihnen gut? Ihre Betreuenden möchten es gern wissen.',
    say: 'Mir geht es gut',
    failed: 'Das hat nicht geklappt. Bitte drücken Sie noch einmal.',
    thanks: 'Danke',
    confirmed: 'Sie haben um {{time}} Uhr gesagt, dass es Ihnen gut geht.',
    moved: 'Ihre Uhr hat um {{time}} Uhr bemerkt, dass Sie auf sind. Sie müssen nichts tun.',
  },
};
