import type { account as source } from '../en/account.js';
import type { Like } from '../like.js';

export const account: Like<typeof source> = {
  forgot: {
    link: 'Mot de passe oublié ?',
    title: 'Mot de passe oublié ?',
    explain: 'Saisissez l’adresse e-mail de votre compte. Vous recevrez un lien pour choisir un nouveau mot de passe.',
    submit: 'Envoyer le lien',
    sent: 'Consultez votre messagerie',
    sentExplain:
      'S’il existe un compte avec {{email}}, un lien est en route. Il est valable une seule fois, pendant une heure. Regardez aussi dans les courriers indésirables.',
    noMail: 'Demandez à un administrateur',
    noMailExplain:
      'Ce service n’envoie pas d’e-mails. Un administrateur peut créer un lien pour choisir un nouveau mot de passe.',
    back: 'Retour à la connexion',
  },
  reset: {
    title: 'Choisir un nouveau mot de passe',
    explain:
      'Vos sessions sur tous les autres appareils seront fermées. Les montres et les téléphones qui détectent les chutes restent connectés.',
    submit: 'Enregistrer le mot de passe',
    done: 'Votre mot de passe est modifié',
    doneExplain: 'Connectez-vous avec votre nouveau mot de passe.',
    signIn: 'Se connecter',
  },
  dead: {
    title: 'Ce lien n’est plus valable',
    explain: 'Il a déjà été utilisé, a expiré ou est incomplet.',
    again: 'Demander un nouveau lien',
  },
  confirm: {
    title: 'Confirmer votre adresse e-mail',
    explain: 'Appuyez sur le bouton pour confirmer que cette adresse est la vôtre.',
    submit: 'Confirmer l’adresse',
    done: 'Adresse confirmée',
    doneExplain: 'Désormais, vous vous connectez avec {{email}}.',
    next: 'Continuer',
    taken: 'Un autre compte utilise maintenant cette adresse. Rien n’a été modifié.',
  },
  email: {
    title: 'Adresse e-mail',
    confirmed: 'Confirmée',
    unconfirmed: 'Non confirmée',
    explain:
      'Vous vous connectez avec cette adresse. Si vous oubliez votre mot de passe, un e-mail à cette adresse permet d’en choisir un autre.',
    verify: 'Envoyer un lien de confirmation',
    verifySent: 'Nous avons envoyé un lien à {{email}}. Ouvrez-le pour confirmer l’adresse.',
    change: 'Modifier l’adresse e-mail',
    changeExplain:
      'Nous envoyons un lien à la nouvelle adresse. Quand vous l’ouvrez, l’adresse est modifiée et l’ancienne reçoit un avis.',
    next: 'Nouvelle adresse e-mail',
    password: 'Votre mot de passe',
    wrong: 'Le mot de passe est incorrect.',
    submit: 'Envoyer le lien',
    sent: 'Nous avons envoyé un lien à {{email}}. Tant que vous ne l’avez pas ouvert, l’ancienne adresse reste valable.',
    same: 'C’est déjà votre adresse e-mail.',
  },
  sessions: {
    title: 'Vos sessions ouvertes',
    explain: 'Si vous ne reconnaissez pas une session, fermez-la et changez votre mot de passe.',
    client: 'Appareil',
    unknown: 'Appareil inconnu',
    on: '{{browser}} sur {{system}}',
    current: 'Cet appareil',
    lastUsed: 'Dernière utilisation',
    since: 'Ouverte depuis',
    end: 'Fermer',
    endOf: 'Fermer : {{client}}',
    endTitle: 'Fermer la session sur cet appareil ?',
    endExplain:
      'La session est fermée immédiatement : {{client}}. Un appareil qui envoie ses mesures avec cette session cesse d’envoyer.',
    endOthers: 'Fermer toutes les autres sessions',
    endOthersTitle: 'Fermer toutes les autres sessions ?',
    endOthersExplain:
      'Seule la session sur cet appareil reste ouverte. Les montres et les téléphones connectés par un code restent connectés.',
  },
  download: {
    title: 'Télécharger mes données',
    explain: 'Tout ce que le service conserve sur vous, pour vous ou pour un autre service.',
    all: 'Tout télécharger (JSON)',
    part: 'Un seul tableau',
    csv: 'Télécharger en CSV',
    parts: {
      profile: 'Profil',
      phoneNumbers: 'Numéros à appeler',
      photo: 'Photo',
      assignments: 'Qui s’occupe de qui',
      schedules: 'Vos gardes',
      devices: 'Appareils',
      contactPoints: 'Comment me joindre',
      webhooks: 'Webhooks',
      sessions: 'Mes sessions ouvertes',
      signInMethods: 'Comment je me connecte',
      views: 'Qui a consulté mes données',
      activity: 'Ce que j’ai fait',
      alerts: 'Alertes',
      messages: 'Messages',
      falls: 'Chutes',
      vitals: 'Pouls et oxygène',
      readings: 'Mesures des capteurs',
    },
  },
  invitation: {
    by: '{{name}} vous invite sur Fallwatch.',
    somebody: 'Vous avez reçu une invitation sur Fallwatch.',
    explain: 'Choisissez un mot de passe. Il vous servira à vous connecter avec cette adresse e-mail :',
    dead: 'Cette invitation n’est plus valable',
    deadExplain:
      'Elle a déjà été utilisée, a expiré, ou une plus récente a été envoyée. Si vous avez déjà un mot de passe, connectez-vous. Sinon, demandez une nouvelle invitation.',
  },
  /** A secret link for somebody else. */
  link: {
    mailed: 'Nous avons envoyé le lien à {{email}}. Vous pouvez aussi le transmettre vous-même.',
    notMailed: 'Transmettez ce lien à la personne.',
  },
  again: {
    title: 'Invitation',
    explain: '{{name}} n’a pas encore accepté l’invitation.',
    send: 'Envoyer une nouvelle invitation',
    confirmTitle: 'Inviter à nouveau {{name}} ?',
    confirmExplain:
      'Un nouveau lien est envoyé à {{email}} et vous est affiché. Le précédent n’est alors plus valable.',
    done: 'Nouvelle invitation pour {{name}}',
  },
  resetOther: {
    title: 'Connexion',
    explain: 'Si {{name}} a perdu son mot de passe, créez un lien pour en choisir un nouveau.',
    open: 'Réinitialiser le mot de passe',
    confirmTitle: 'Réinitialiser le mot de passe pour {{name}} ?',
    confirmExplain:
      'Un lien est envoyé à {{email}} et vous est affiché. L’ancien mot de passe reste valable jusqu’à l’utilisation du lien. Un e-mail en informe {{name}}.',
    submit: 'Créer le lien',
    done: 'Lien pour un nouveau mot de passe',
  },
};
