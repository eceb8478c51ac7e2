import type { messages as source } from '../en/messages.js';
import type { Like } from '../like.js';

export const messages: Like<typeof source> = {
  title: 'Messages',
  all: 'Tous les messages',
  somebody: 'Quelqu’un d’autre',
  none: 'Aucun message',
  noneExplain: {
    PATIENT: 'Vous n’avez pas encore d’aidant. Dès que vous en aurez un, vous pourrez lui écrire ici.',
    CAREGIVER: 'Dès que des personnes vous seront attribuées, vous pourrez leur écrire ici.',
    ADMIN: 'Pour écrire à une personne, ouvrez sa page dans la liste des personnes. Les réponses apparaissent ici.',
  },
  unread_one: '{{count}} non lu',
  unread_other: '{{count}} non lus',
  mine: 'Vous : {{text}}',
  writeTo: 'Écrire à',
  older: 'Afficher les messages plus anciens',
  with: 'Messages avec {{name}}',
  first: 'Pas encore de message. Écrivez le premier à {{name}}.',
  me: 'Vous',
  read: 'lu',
  write: 'Écrire à {{name}}',
  keys: 'Entrée envoie le message, Maj + Entrée passe à la ligne.',
  send: 'Envoyer',
};
