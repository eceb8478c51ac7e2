import type { checkIn as source } from '../en/checkIn.js';
import type { Like } from '../like.js';

export const checkIn: Like<typeof source> = {
  title: 'Signe de vie quotidien',
  off: 'Désactivé : aucun signe n’est attendu le matin.',
  every: 'Chaque jour avant {{by}} ({{zone}}) : « Je vais bien ».',
  orMoves: 'Les mouvements comptent aussi.',
  state: {
    UPCOMING: 'Prochain signe attendu avant {{due}}.',
    OPEN: 'Pas encore de signe aujourd’hui. Attendu avant {{due}}.',
    CONFIRMED: 'A dit « Je vais bien » à {{sign}}.',
    MOVED: 'Est en mouvement, vu pour la dernière fois à {{sign}}.',
    MISSED: 'Aucun signe avant {{due}}. Une alerte est ouverte.',
    AWAY: 'Absence. Attendu de nouveau à partir du {{date}}.',
  },
  start: 'Configurer le signe quotidien',
  change: 'Modifier le signe quotidien',
  stop: 'Désactiver',
  changeTitle: 'Signe de vie quotidien : {{name}}',
  by: 'Avant',
  zone: 'Fuseau horaire',
  movementCounts: 'Les mouvements d’un appareil porté comptent comme un signe',
  resumesOn: 'Absence : attendu de nouveau à partir du',
  resumesHint: 'Laisser vide sans absence. Au plus 90 jours à l’avance.',
  own: {
    ask: 'Allez-vous bien ? Veuillez appuyer avant {{time}}.',
    late: 'Allez-vous bien ? Vos proches aimeraient le savoir.',
    say: 'Je vais bien',
    failed: 'Cela n’a pas marché. Veuillez appuyer encore une fois.',
    thanks: 'Merci',
    confirmed: 'Vous avez dit à {{time}} que vous allez bien.',
    moved: 'Votre montre a remarqué à {{time}} que vous êtes debout. Vous n’avez rien à faire.',
  },
};
