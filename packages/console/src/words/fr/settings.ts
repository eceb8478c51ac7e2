import type { settings as source } from '../en/settings.js';
import type { Like } from '../like.js';

export const settings: Like<typeof source> = {
  title: 'Réglages',
  devices: 'Mes appareils',
  look: 'Langue et apparence',
  language: 'Langue',
  scheme: 'Couleurs',
  schemes: { auto: 'Comme l’appareil', light: 'Clair', dark: 'Sombre' },
  contrast: 'Contraste',
  contrasts: { auto: 'Comme l’appareil', high: 'Élevé' },
  sound: 'Son des alertes',
  profile: 'Vos coordonnées',
  phoneExplain: 'Facultatif. Les autres peuvent vous appeler à ce numéro au sujet d’une alerte.',
  password: 'Changer le mot de passe',
  current: 'Mot de passe actuel',
  next: 'Nouveau mot de passe',
  repeat: 'Répéter le nouveau mot de passe',
  different: 'Les nouveaux mots de passe ne correspondent pas.',
  wrong: 'Le mot de passe actuel est incorrect.',
  changed: 'Mot de passe modifié. Vos sessions sur les autres appareils ont été fermées.',
  delete: {
    open: 'Supprimer mon compte',
    explain: 'Supprime définitivement votre compte et vos données.',
    title: 'Supprimer définitivement votre compte ?',
    PATIENT: {
      first: 'Votre suivi prend fin. Les chutes ne sont plus détectées et le bouton rouge ne fonctionne plus.',
      second:
        'Vos chutes, vos données de santé, votre montre et vos messages sont supprimés. Ils ne peuvent pas être restaurés.',
      third: 'Vos aidants et les responsables de ce service sont prévenus que le suivi a pris fin.',
    },
    CAREGIVER: {
      first: 'Vous ne recevez plus d’alertes.',
      second: 'Votre compte et vos messages sont supprimés. Ils ne peuvent pas être restaurés.',
      third:
        'Les responsables de ce service sont prévenus pour chaque personne qui se retrouve sans aidant. Quelqu’un doit prendre le relais.',
    },
    ADMIN: {
      first: 'Vous ne recevez plus d’alertes.',
      second: 'Votre compte et vos messages sont supprimés. Ils ne peuvent pas être restaurés.',
      third: 'Le dernier administrateur ne peut pas être supprimé.',
    },
    password: 'Votre mot de passe',
    wrong: 'Le mot de passe est incorrect.',
    submit: 'Supprimer définitivement',
  },
  session: 'Se déconnecter',
  sessionExplain: 'Sur cet appareil. Recommandé sur un appareil partagé.',
};
