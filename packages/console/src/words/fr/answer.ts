import type { answer as source } from '../en/answer.js';
import type { Like } from '../like.js';

export const answer: Like<typeof source> = {
  cannot: 'Je ne peux pas',
  afterAll: 'Finalement, j’y vais',
  mine: 'Vous y allez.',
  mineExplain: 'Les autres le voient. Personne d’autre n’est prévenu.',
  console: 'Ouvrir Fallwatch',
  consoleExplain: 'Vous y voyez ce qui a été mesuré et pouvez noter comment cela s’est terminé.',
  taken: '{{name}} y va.',
  somebody: 'Quelqu’un d’autre',
  over: 'Cette alerte est terminée.',
  nothingToDo: 'Vous n’avez rien à faire.',
  declined: 'Merci. D’autres personnes sont prévenues.',
  notSent: 'Votre réponse n’a pas été envoyée',
  notSentExplain: 'Personne n’est encore au courant. Touchez à nouveau, ou téléphonez à quelqu’un.',
  notLoaded: 'L’alerte n’a pas pu être chargée',
  unknown: 'Ce lien n’est plus valable',
  unknownExplain:
    'Il date de plus d’un jour, ou vous ne recevez plus les alertes de cette personne. Connectez-vous pour voir vos alertes ouvertes.',
};
