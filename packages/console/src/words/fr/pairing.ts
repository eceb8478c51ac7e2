import type { pairing as source } from '../en/pairing.js';
import type { Like } from '../like.js';

export const pairing: Like<typeof source> = {
  connect: 'Connecter un appareil',
  connectFor: 'Connecter un appareil pour {{name}}',
  ways: {
    enter: 'L’appareil affiche un code',
    enterExplain: 'Saisissez le code que vous y voyez.',
    phone: 'Utiliser un téléphone',
    phoneExplain: 'Scannez un code avec le téléphone qui sera porté.',
    card: 'Imprimer une carte',
    cardExplain: 'Un code sur papier, pour quelqu’un qui n’est pas ici. Il est valable 30 jours.',
    here: 'Utiliser ce téléphone',
    hereExplain: 'Le téléphone que vous tenez détecte les chutes tant que sa page est ouverte.',
  },
  enter: {
    code: 'Code',
    codeExplain: 'Huit lettres, par exemple BCDF-GHJK',
    person: 'Qui porte l’appareil ?',
    submit: 'Connecter',
    short: 'Un code comporte huit lettres.',
    wrong:
      'Aucun appareil n’attend avec ce code. Vérifiez les lettres. Un code est valable 10 minutes : si l’appareil en affiche un autre maintenant, saisissez celui-là.',
    tooMany_one: 'Trop de codes incorrects. Réessayez dans {{count}} minute.',
    tooMany_other: 'Trop de codes incorrects. Réessayez dans {{count}} minutes.',
    foreign: 'Cet appareil appartient à quelqu’un d’autre. Il faut d’abord le libérer sur la page de l’appareil.',
  },
  connected: {
    title: '{{device}} : connecté',
    waiting: 'En attente de la première mesure…',
    slow: 'Aucune mesure n’est encore arrivée. L’appareil est-il allumé et connecté à Internet ?',
    first: 'Première mesure reçue. Les chutes sont désormais détectées.',
    device: 'Nom et jetons',
    another: 'Connecter un autre appareil',
    done: 'Terminé',
  },
  qr: 'Code QR avec l’adresse {{url}}',
  phone: {
    title: 'Connecter un téléphone',
    scan: 'Scannez ce code avec l’appareil photo du téléphone, puis ouvrez la page trouvée.',
    type: 'Ou ouvrez {{address}} sur le téléphone et saisissez ce code :',
    until: 'Pour un seul appareil. Fin de validité : {{time}}.',
    expired: 'Ce code a expiré.',
    again: 'Afficher un nouveau code',
  },
  card: {
    title: 'Imprimer une carte',
    explain:
      'La carte connecte un appareil pour {{name}}. Fin de validité : {{time}}. Toute personne qui a la carte peut l’utiliser : gardez-la comme une clé.',
    print: 'Imprimer',
    heading: 'Fallwatch pour {{name}}',
    scan: 'Scannez ce code avec l’appareil photo du téléphone qui sera porté, puis ouvrez la page trouvée.',
    type: 'Si cela ne fonctionne pas, ouvrez {{address}} sur le téléphone et saisissez le code ci-dessous.',
    start: 'Touchez « Connecter ce téléphone », puis « Démarrer », et gardez la page ouverte.',
    until: 'Pour un seul appareil. Fin de validité : {{time}}.',
  },
  device: {
    manage: 'Gérer {{device}}',
    belongsTo: 'Porté par',
    address: 'Adresse MAC',
    firmware: 'Micrologiciel',
    rename: 'Nom',
    renamed: 'Le nom est enregistré.',
    cannotAsk: 'Cet appareil ne peut pas interroger son porteur',
    cannotAskExplain:
      'Chaque fausse alerte atteint un aidant. Un micrologiciel plus récent du fabricant saura peut-être demander d’abord « Ça va ? » (can_confirm).',
    log: 'Journal',
    noLog: 'Rien n’a encore été remarqué sur cet appareil.',
  },
  credentials: {
    title: 'Jetons',
    explain:
      'Un appareil s’identifie avec son jeton. Il peut envoyer des mesures et répondre pour son porteur, rien d’autre.',
    none: 'Aucun. L’appareil n’a pas été connecté par un code : il envoie avec la session d’un compte.',
    created: 'Créé',
    lastUsed: 'Dernière utilisation',
    ends: 'Fin de validité',
    endless: 'Sans fin',
    new: 'Nouveau jeton',
    newExplain:
      'Pour un appareil où le jeton se saisit à la main. Ses jetons actuels prennent fin dans 24 heures : saisissez le nouveau avant.',
    newTitle: 'Nouveau jeton pour {{device}}',
    copyExplain: 'Copiez-le maintenant dans l’appareil. Il ne sera plus affiché.',
    copy: 'Copier',
    copied: 'Copié',
    revoke: 'Révoquer',
    revokeTitle: 'Révoquer ce jeton ?',
    revokeExplain:
      'L’appareil ne peut plus envoyer avec ce jeton. Sans autre jeton, aucune chute n’est détectée tant que l’appareil n’est pas reconnecté.',
  },
  transfer: {
    title: 'Une autre personne le porte',
    explain:
      'Ce qui a été enregistré jusqu’ici reste chez {{name}}. L’appareil doit être reconnecté pour le nouveau porteur : d’ici là, il ne détecte aucune chute.',
    to: 'Nouveau porteur',
    submit: 'Transférer',
    confirmTitle: 'Transférer {{device}} ?',
  },
  release: {
    title: 'Plus personne ne le porte',
    explain: 'Libérez l’appareil avant de le donner. Ensuite, n’importe qui peut le connecter.',
    submit: 'Libérer',
    confirmTitle: 'Libérer {{device}} ?',
    confirm:
      'Il n’appartient plus à {{name}}. Ses jetons cessent immédiatement de fonctionner, et aucune chute n’est détectée tant qu’il n’est pas reconnecté. Les chutes enregistrées restent chez {{name}}.',
  },
};
