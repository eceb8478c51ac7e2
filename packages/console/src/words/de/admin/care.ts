import type * as source from '../../en/admin/care.js';
import type { Like } from '../../like.js';

export const people: Like<typeof source.people> = {
  care: 'Betreuung',
  careAny: 'Alle Personen',
  careNone: 'Ohne Betreuung',
  score: 'Gesundheitswert',
  highRisk: 'Hohes Risiko',
  invited: 'Eingeladen, noch nicht angemeldet',
  born: 'Geboren',
  assign: 'Betreuung zuordnen',
  assignTo: 'Betreuung für {{name}}',
  assignExplain: 'Betreuende sehen die Daten der Person und erhalten ihre Alarme.',
  none: 'Noch keine Personen',
  noneExplain: 'Personen erscheinen, wenn sie ein Konto anlegen oder Betreuende sie hinzufügen.',
  noneAlone: 'Alle haben eine Betreuung',
  search: 'Name oder E-Mail',
};

export const caregivers: Like<typeof source.caregivers> = {
  create: 'Betreuungsperson hinzufügen',
  createExplain: 'Die Person erhält einen Link, mit dem sie ihr Passwort selbst wählt.',
  people: 'Betreut',
  peopleCount_one: '{{count}} Person',
  peopleCount_other: '{{count}} Personen',
  openAlerts: 'Offene Alarme',
  none: 'Noch keine Betreuenden',
  noneExplain: 'Fügen Sie jemanden hinzu, damit Alarme jemanden erreichen.',
  optionalPhone: 'Telefon (optional)',
};

export const caregiver: Like<typeof source.caregiver> = {
  looksAfter: 'Betreut',
  assign: 'Person zuordnen',
  assignTo: 'Eine Person für {{name}}',
  none: 'Noch niemand zugeordnet',
  noneExplain: 'Ordnen Sie eine Person zu: Deren Alarme gehen dann auch an diese Betreuungsperson.',
  takeAway: 'Zuordnung aufheben',
  takeAwayTitle: 'Zuordnung von {{name}} aufheben?',
  takeAwayExplain:
    '{{caregiver}} sieht dann die Daten von {{name}} nicht mehr und erhält keine Alarme mehr. Hat {{name}} keine andere Betreuung, erhält die Verwaltung einen Alarm.',
  specialization: 'Fachgebiet',
  organization: 'Einrichtung',
  relationship: 'Beziehung',
  lastActive: 'Zuletzt aktiv',
  falls: 'Stürze in 30 Tagen',
  devices: 'Geräte',
};
