import type { webhooks as source } from '../en/webhooks.js';
import type { Like } from '../like.js';

export const webhooks: Like<typeof source> = {
  title: 'Webhooks',
  explain:
    'Envoie vos alertes à un autre système : messagerie d’équipe, gestion de tickets, domotique. Pour ceux qui en gèrent un.',
  open: 'Gérer les webhooks',
  none: 'Pas encore de webhook',
  noneExplain: 'Ajoutez l’adresse d’un autre système. Il reçoit toutes les alertes que vous recevez.',
  add: 'Ajouter un webhook',
  url: 'Adresse',
  urlExplain: 'Commence par https://. Elle doit répondre en moins de 5 secondes.',
  template: 'Message personnalisé',
  templateExplain:
    'Le JSON que l’autre système attend. Y sont remplacés : {title}, {text}, {url}, {severity}, {id}, {step}.',
  authorization: 'En-tête Authorization',
  authorizationExplain: 'Si l’autre système en demande un, comme « Bearer … ». Il ne sera plus affiché.',
  createdTitle: 'Le webhook est prêt',
  secret: 'Secret',
  secretExplain:
    'Il permet à l’autre système de vérifier qu’un message vient de nous. Copiez-le maintenant : il ne sera plus affiché.',
  copy: 'Copier le secret',
  copied: 'Copié',
  since: 'Depuis',
  test: 'Envoyer un test',
  testSent: 'Arrivé : l’autre système a répondu {{status}}.',
  testFailed: 'Non arrivé : {{problem}}',
  deliveries: 'Ce qui a été envoyé',
  deliveriesOf: 'Envois à {{url}}',
  noDeliveries: 'Rien n’a encore été envoyé',
  noDeliveriesExplain: 'Envoyez un test pour voir si l’autre système répond.',
  when: 'Quand',
  result: 'Résultat',
  attempts: 'Tentatives',
  about: 'Objet',
  aboutAlert: 'Une alerte',
  aboutTest: 'Un test',
  status: { PENDING: 'En cours', SENT: 'Arrivé', FAILED: 'Non arrivé' },
  resend: 'Renvoyer',
  delete: 'Supprimer',
  deleteTitle: 'Supprimer ce webhook ?',
  deleteExplain: 'Plus rien n’est envoyé à {{url}}. L’historique des envois est aussi supprimé.',
};
