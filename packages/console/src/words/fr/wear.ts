import type { wear as source } from '../en/wear.js';
import type { Like } from '../like.js';

export const wear: Like<typeof source> = {
  name: 'Téléphone',
  title: 'Ce téléphone comme appareil porté',
  explain: 'Ce téléphone peut détecter les chutes tant que cette page est ouverte.',
  limits: {
    title: 'Ce qu’un téléphone ne peut pas faire',
    open: 'Il ne fonctionne que si cette page est ouverte et l’écran allumé. Ne le verrouillez pas et n’ouvrez pas d’autre application.',
    place: 'Portez-le à la taille, par exemple dans un sac banane.',
    replace:
      'Il ne remplace pas un véritable appareil porté. Utilisez-le pour essayer Fallwatch, ou en attendant l’appareil.',
  },
  connect: {
    title: 'Connecter ce téléphone',
    withCode: 'Le code {{code}} connecte ce téléphone à la personne pour qui il a été créé.',
    submit: 'Connecter ce téléphone',
    self: 'Connecter ce téléphone pour moi',
    selfExplain: 'Vous utilisez le compte : {{name}}.',
    show: 'Afficher un code',
    showExplain: 'Quelqu’un qui a une session ouverte sur Fallwatch le scanne ou le saisit.',
    enter: 'Saisir un code',
    enterExplain: 'D’une carte ou d’un autre écran.',
    field: 'Code d’une carte ou d’un autre écran',
    short: 'Un code comporte 8 ou 16 lettres.',
    wrong: 'Ce code ne fonctionne pas. Vérifiez les lettres. Il a peut-être expiré, ou un autre appareil l’a utilisé.',
    shown:
      'Scannez ce code avec un appareil qui a une session ouverte sur Fallwatch, ou ouvrez-y {{address}} et saisissez ce code :',
    waiting: 'En attente que quelqu’un saisisse le code…',
    until: 'Fin de validité : {{time}}. Ensuite, un nouveau code apparaît ici.',
  },
  start: {
    title: 'Ce téléphone est connecté',
    explain: 'Quand le navigateur demande l’accès aux mouvements, autorisez-le.',
    submit: 'Démarrer',
    denied:
      'Le navigateur n’autorise pas cette page à lire les mouvements. Autorisez-la dans les réglages du navigateur, puis rechargez cette page.',
  },
  elsewhere: {
    title: 'Ouvert dans un autre onglet',
    explain:
      'Ce téléphone détecte les chutes dans un autre onglet de ce navigateur. Utilisez cet onglet, ou fermez-le et rechargez cette page.',
  },
  state: {
    watching: 'Détection des chutes active',
    watchingExplain: 'Après une chute, ce téléphone vous demande d’abord. Sans réponse, de l’aide est appelée.',
    starting: 'Démarrage…',
    startingExplain: 'En attente des mouvements et du service.',
    none: 'Les chutes ne sont pas détectées',
    noneExplain:
      'Ce navigateur ne fournit pas de données de mouvement. La plupart des ordinateurs portables n’ont pas de capteur de mouvement. Ouvrez cette page sur un téléphone, à une adresse qui commence par https.',
    slow: 'Des chutes peuvent passer inaperçues',
    slowExplain_one: 'Ce navigateur fournit {{count}} valeur de mouvement par seconde. Il en faut au moins {{wanted}}.',
    slowExplain_other:
      'Ce navigateur fournit {{count}} valeurs de mouvement par seconde. Il en faut au moins {{wanted}}.',
    offline: 'Pas de connexion',
    offlineExplain:
      'Personne n’est prévenu d’une chute en ce moment. Les mesures sont conservées et envoyées quand la connexion est rétablie.',
    unpaired: 'Ce téléphone n’est plus connecté',
    unpairedExplain:
      'Le service n’accepte plus son jeton : il a été révoqué, ou le téléphone a été libéré ou désactivé. Les chutes ne sont pas détectées.',
    again: 'Reconnecter',
  },
  facts: {
    level: 'Évaluation',
    movement: 'Mouvement',
    movementValue: '{{peak}} g, {{rate}} valeurs par seconde',
    connection: 'Connexion',
    connected: 'Connecté',
    lost: 'Pas de connexion',
    lastSent: 'Dernier envoi',
    waiting: 'Pas encore envoyé',
    waitingCount_one: '{{count}} mesure',
    waitingCount_other: '{{count}} mesures',
    battery: 'Batterie',
  },
  sound: 'Touchez l’écran n’importe où, pour que ce téléphone puisse sonner quand il vous interroge.',
  asked: {
    title: 'Ça va ?',
    seen: 'Ce téléphone a remarqué quelque chose qui ressemble à une chute.',
    waiting_one: 'Sans réponse, un appel à l’aide part dans {{count}} seconde.',
    waiting_other: 'Sans réponse, un appel à l’aide part dans {{count}} secondes.',
    told: 'Nous prévenons vos aidants. Si vous allez bien, dites-le-leur.',
    ok: 'Je vais bien',
    help: 'J’ai besoin d’aide',
    sending: 'Envoi…',
    failed: 'Votre réponse n’a pas été acceptée : vous avez déjà appelé à l’aide, ou quelqu’un a clôturé l’alerte.',
    fine: 'Bonne nouvelle',
    fineExplain: 'Vos aidants voient que vous allez bien.',
    called: 'Votre appel à l’aide est envoyé',
    calledExplain: 'Nous prévenons vos aidants. Si bouger vous fait mal, restez où vous êtes.',
  },
  disconnect: {
    open: 'Déconnecter ce téléphone',
    title: 'Déconnecter ce téléphone ?',
    explain:
      'L’accès de ce téléphone prend fin, et les mesures pas encore envoyées sont supprimées. Il ne détecte aucune chute tant qu’il n’est pas reconnecté. Vos aidants sont prévenus qu’il n’y a plus de signal, sauf s’ils le libèrent.',
    submit: 'Déconnecter',
  },
};
