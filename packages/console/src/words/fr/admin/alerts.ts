import type * as source from '../../en/admin/alerts.js';
import type { Like } from '../../like.js';

export const alertState: Like<typeof source.alertState> = {
  WAITING: 'L’appareil interroge le porteur',
  ESCALATING: 'Sans réponse',
  HANDLED: '{{name}} y va',
  CLOSED: 'Clôturée',
  RESOLVED: 'Clôturée : résolue',
  CANCELLED: 'Clôturée : la personne va bien',
  RECOVERED: 'Clôturée : l’appareil fonctionne à nouveau',
  seen: 'Vue par un administrateur',
  unknown: 'Ouverte',
};

export const alerts: Like<typeof source.alerts> = {
  what: 'Quoi',
  contact: 'Contact d’urgence',
  contactOf: 'le contact d’urgence pour {{name}}',
  show: 'Afficher',
  open: 'Ouvertes',
  all: 'Toutes',
  openCount_one: '{{count}} ouverte',
  openCount_other: '{{count}} ouvertes',
  none: 'Aucune alerte ouverte',
  noneExplain:
    'Les alertes apparaissent ici quand les aidants ne répondent pas, quand une personne n’a pas d’aidant ou quand un appareil reste hors ligne.',
  never: 'Il n’y a encore eu aucune alerte',
  take: 'J’y vais',
  seen: 'Marquer comme vue',
  fall: 'Voir la chute',
};
