import type * as source from '../../en/admin/sending.js';
import type { Like } from '../../like.js';

export const outbox: Like<typeof source.outbox> = {
  explain:
    'En développement uniquement : les messages dont le moyen d’envoi n’est pas configuré sont conservés ici au lieu d’être envoyés. Les plus récents d’abord.',
  message: 'Message',
  recipient: 'Destinataire',
  open: 'Ouvrir la page de réponse',
  none: 'Rien n’a encore été envoyé',
};

export const failing: Like<typeof source.failing> = {
  title_one: '{{count}} moyen de contact ne fonctionne pas',
  title_other: '{{count}} moyens de contact ne fonctionnent pas',
  label: 'Moyens de contact qui ne fonctionnent pas',
  explain:
    'Les alertes ne parviennent pas à ces personnes par ce moyen. Demandez-leur une autre adresse, ou modifiez-la avec elles.',
  reason: 'Motif',
};

export const notReachable: Like<typeof source.notReachable> = {
  title_one: '{{count}} aidant n’a aucun moyen de contact qui fonctionne',
  title_other: '{{count}} aidants n’ont aucun moyen de contact qui fonctionne',
  label: 'Aidants injoignables',
  explain:
    'Les alertes ne leur parviennent que si la console est ouverte sur leur appareil. Ajoutez un moyen de contact avant la nuit.',
  lastCheck: 'Dernier test de service',
  phone: 'Téléphone',
};

export const feeds: Like<typeof source.feeds> = {
  title_one: '{{count}} calendrier est illisible',
  title_other: '{{count}} calendriers sont illisibles',
  label: 'Calendriers illisibles',
  explain: 'Les dernières gardes lues restent valables. Les changements depuis lors manquent.',
  schedule: 'Planning',
  calendar: 'Calendrier',
};
