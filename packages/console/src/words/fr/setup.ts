import type { setup as source } from '../en/setup.js';
import type { Like } from '../like.js';

export const setup: Like<typeof source> = {
  noAdmin: 'Cette installation n’a pas encore d’administrateur.',
  begin: 'La configurer',
  title: 'Configurer Fallwatch',
  explain:
    'Vous créez le premier administrateur. Les administrateurs ajoutent les personnes, les aidants et les appareils.',
  code: 'Code d’installation',
  codeExplain: 'Il est affiché là où le service a été démarré, après « /setup# ».',
  codeKnown: 'Le code d’installation était dans le lien.',
  codeWrong: 'Ce n’est pas le code de cette installation.',
  submit: 'Créer l’administrateur',
  done: 'Cette installation a déjà un administrateur. Connectez-vous, ou demandez un compte à un administrateur.',
  checklist: {
    title: 'Pour commencer',
    progress: 'Étapes faites : {{done}} sur {{all}}',
    person: 'Ajouter la première personne',
    personExplain: 'Quelqu’un qui porte un appareil. Indiquez la chambre et ce qu’un intervenant doit savoir.',
    caregiver: 'Lui attribuer un aidant',
    caregiverExplain: 'Les alertes vont d’abord aux aidants de la personne.',
    contactPoint: 'L’aidant choisit comment les alertes lui parviennent',
    contactPointExplain: 'Dans ses réglages : notifications sur le téléphone, e-mail, SMS ou appel.',
    device: 'Connecter un appareil',
    deviceExplain: 'Une montre ou un téléphone : sur la page de la personne.',
    reading: 'La première mesure arrive',
    readingExplain: 'Toute seule, quelques secondes après la connexion de l’appareil.',
    testAlert: 'Envoyer une alerte de test et y répondre sur un téléphone',
    testAlertExplain:
      'Elle suit le même chemin qu’une vraie alerte. C’est la seule façon de savoir que tout fonctionne.',
    isDone: 'Fait',
    isOpen: 'À faire',
    personAct: 'Ajouter une personne',
    caregiverAct: 'Ajouter un aidant',
    deviceAct: 'Connecter un appareil',
    testAlertAct: 'Envoyer une alerte de test',
  },
};
