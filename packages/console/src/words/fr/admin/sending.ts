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
