import type * as source from '../../en/admin/alerts.js';
import type { Like } from '../../like.js';

export const alertState: Like<typeof source.alertState> = {
  WAITING: 'Das Gerät fragt die Person gerade',
  ESCALATING: 'Unbeantwortet',
  HANDLED: 'Von {{name}} übernommen',
  CLOSED: 'Abgeschlossen',
  RESOLVED: 'Abgeschlossen: erledigt',
  CANCELLED: 'Abgeschlossen: Der Person geht es gut',
  RECOVERED: 'Abgeschlossen: Das Gerät funktioniert wieder',
  seen: 'Von der Verwaltung gesehen',
  unknown: 'Offen',
};

export const alerts: Like<typeof source.alerts> = {
  what: 'Was',
  contact: 'Notfallkontakt',
  contactOf: 'Notfallkontakt von {{name}}',
  show: 'Anzeigen',
  open: 'Offen',
  all: 'Alle',
  openCount_one: '{{count}} offen',
  openCount_other: '{{count}} offen',
  none: 'Keine offenen Alarme',
  noneExplain:
    'Hier erscheinen Alarme, wenn Betreuende nicht reagieren, wenn jemand keine Betreuung hat oder ein Gerät offline bleibt.',
  never: 'Es gab noch keine Alarme',
  take: 'Ich übernehme',
  seen: 'Als gesehen markieren',
  fall: 'Sturz ansehen',
};
