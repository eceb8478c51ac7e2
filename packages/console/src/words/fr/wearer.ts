import type { wearer as source } from '../en/wearer.js';
import type { Like } from '../like.js';

export const wearer: Like<typeof source> = {
  title: 'Bonjour {{name}}',
  help: {
    call: 'J’ai besoin d’aide',
    calling: 'Appel à l’aide…',
    noLine: 'Pas de connexion : le bouton rouge ne peut joindre personne pour l’instant. Téléphonez, s’il vous plaît.',
    notSent:
      'Votre appel à l’aide n’est pas encore envoyé. Il partira dès qu’il y aura une connexion. N’attendez pas : téléphonez maintenant.',
    failed:
      'Votre appel à l’aide n’a pas été envoyé. Appuyez à nouveau, ou téléphonez à quelqu’un : les numéros sont ci-dessous.',
  },
  asked: {
    title: 'Avez-vous fait une chute ?',
    seen: 'Votre montre a remarqué quelque chose à {{time}}.',
    waiting_one: 'Si vous ne répondez pas, un appel à l’aide part dans {{count}} seconde.',
    waiting_other: 'Si vous ne répondez pas, un appel à l’aide part dans {{count}} secondes.',
    told: 'Vos aidants ont été prévenus. Si vous allez bien, dites-le-leur.',
    handled:
      '{{name}} s’occupe de vous. Si vous allez bien, dites-le. {{name}} peut quand même appeler ou passer vous voir.',
  },
  fine: {
    say: 'Je vais bien',
    mistake: 'Je vais bien. J’ai appelé par erreur',
    title: 'Bonne nouvelle',
    explain: 'Vos aidants voient que vous allez bien. Si cela change, appuyez sur le bouton rouge.',
  },
  called: {
    title: 'Votre appel à l’aide est envoyé',
    told_one: 'Nous avons prévenu {{names}}.',
    told_other: 'Nous avons prévenu {{names}}.',
    staff: 'Nous avons prévenu les responsables de ce service.',
    handled: '{{name}} s’occupe de vous.',
    waiting: 'Vous verrez ici qui répond. Si personne ne répond, l’alerte est renvoyée.',
    stay: 'Si bouger vous fait mal, restez où vous êtes.',
    at: 'Appel à {{time}}',
    again: 'Appeler encore à l’aide',
  },
  watch: {
    title_one: 'Ma montre',
    title_other: 'Mes montres',
    none: 'Aucune montre n’est connectée. Les chutes ne sont pas détectées. Le bouton rouge fonctionne.',
    charged: 'Votre montre est allumée. Batterie {{percent}} %.',
    on: 'Votre montre est allumée.',
    low: 'Votre montre est allumée, mais sa batterie est faible : {{percent}} %. Rechargez-la, s’il vous plaît.',
    silent: 'Votre montre n’a rien envoyé depuis {{since}}. Mettez-la, ou rechargez-la.',
    never: 'Votre montre n’a encore rien envoyé. Mettez-la et allumez-la.',
    disabled: 'Votre montre a été désactivée par les responsables de ce service. Les chutes ne sont pas détectées.',
  },
  carers: {
    emergency: 'Contact d’urgence',
    title: 'Qui s’occupe de moi',
    none: 'Personne pour l’instant. Quand vous appuyez sur le bouton rouge, les responsables de ce service sont prévenus.',
  },
  views: {
    title: 'Qui a consulté mes données',
    none: 'Personne n’a consulté vos données.',
    gone: 'Quelqu’un dont le compte n’existe plus',
    looked: 'A consulté {{things}} · {{time}}',
    PROFILE: 'votre profil',
    HEALTH: 'votre santé',
    VITALS: 'votre pouls et votre oxygène',
    FALLS: 'vos chutes',
    DEVICES: 'votre montre',
    ALERT_PLAN: 'la liste des personnes prévenues si vous tombez',
    RECORD: 'votre dossier complet, sous forme de fichier',
  },
};
