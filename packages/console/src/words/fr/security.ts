import type { security as source } from '../en/security.js';
import type { Like } from '../like.js';

export const security: Like<typeof source> = {
  title: 'Connexion et sécurité',
  password: 'Votre mot de passe',
  wrongPassword: 'Le mot de passe est incorrect.',
  signIn: {
    codeTitle: 'Saisir votre code',
    codeExplain: 'Ouvrez votre application d’authentification et saisissez le code qu’elle affiche pour Fallwatch.',
    code: 'Code',
    recoveryExplain: 'Saisissez l’un des codes de secours que vous avez conservés. Chacun est valable une seule fois.',
    recoveryCode: 'Code de secours',
    useRecovery: 'Utiliser plutôt un code de secours',
    useApp: 'Utiliser plutôt l’application d’authentification',
    wrongCode: 'Ce code est incorrect ou a déjà été utilisé. Attendez le suivant.',
    wrongRecovery: 'Ce code de secours est incorrect ou a déjà été utilisé.',
    passkey: 'Se connecter avec une clé d’accès',
    passkeyCancelled: 'La connexion avec une clé d’accès a été annulée.',
    passkeyRefused: 'Cette clé d’accès n’a pas été acceptée. Réessayez, ou connectez-vous avec votre mot de passe.',
    oidc: 'Se connecter avec {{name}}',
    or: 'ou',
  },
  oidcProblem: {
    UNAVAILABLE: '{{name}} ne répond pas. Réessayez plus tard, ou connectez-vous avec votre mot de passe.',
    CANCELLED: 'La connexion avec {{name}} a été annulée.',
    FAILED: 'La connexion avec {{name}} n’a pas fonctionné. Réessayez.',
    NO_ACCOUNT:
      'Il n’y a pas de compte ici pour votre adresse e-mail chez {{name}}, ou l’adresse n’a pas encore été confirmée. Adressez-vous aux responsables de ce service.',
    SECOND_FACTOR:
      'Votre compte est protégé par une application d’authentification. Connectez-vous avec votre mot de passe et un code, ou avec une clé d’accès.',
  },
  app: {
    title: 'Application d’authentification',
    off: 'Connectez-vous avec votre mot de passe et un code de votre téléphone. Même quelqu’un qui connaît votre mot de passe ne peut pas entrer.',
    on: 'Activée depuis le {{date}}. Il vous faut un code de l’application pour vous connecter.',
    codesLeft_one: 'Il reste {{count}} code de secours.',
    codesLeft_other: 'Il reste {{count}} codes de secours.',
    setUp: 'Configurer une application',
    qr: 'QR code pour l’application d’authentification',
    confirmExplain:
      'Pour votre sécurité, saisissez votre mot de passe. Scannez ensuite un code avec une application comme Aegis, Google Authenticator ou Microsoft Authenticator.',
    next: 'Continuer',
    scan: 'Scannez ce code avec votre application d’authentification.',
    key: 'Ou saisissez cette clé dans l’application',
    typeCode: 'Saisissez le code que l’application affiche maintenant',
    wrongCode: 'Ce code est incorrect. Saisissez le code que l’application affiche maintenant.',
    finish: 'Activer',
    remove: 'Retirer l’application',
    removeTitle: 'Retirer l’application d’authentification ?',
    removeExplain: 'Vous vous connecterez avec votre seul mot de passe. Vos codes de secours ne seront plus valables.',
    newCodes: 'Nouveaux codes de secours',
    newCodesExplain: 'Vous recevez dix nouveaux codes de secours. Les anciens ne sont plus valables.',
  },
  codes: {
    title: 'Vos codes de secours',
    explain:
      'Avec l’un de ces codes, vous pouvez vous connecter si vous perdez votre téléphone. Chacun est valable une seule fois. Ils ne sont affichés que maintenant : imprimez-les, ou gardez-les en lieu sûr.',
    copy: 'Copier',
    copied: 'Copié',
    print: 'Imprimer',
    done: 'Je les ai conservés',
    heading: 'Codes de secours Fallwatch pour {{email}}',
    use: 'Utilisez-en un à la place du code de l’application d’authentification. Barrez ceux que vous avez utilisés.',
  },
  passkeys: {
    title: 'Clés d’accès',
    explain:
      'Connectez-vous avec votre empreinte digitale, votre visage ou le code PIN de votre appareil. Sans mot de passe, sans code.',
    unsupported: 'Ce navigateur ne prend pas en charge les clés d’accès.',
    name: 'Nom de la clé d’accès',
    defaultName: 'Cet appareil',
    added: 'Ajoutée',
    lastUsed: 'Dernière utilisation',
    add: 'Ajouter une clé d’accès',
    addExplain: 'Votre appareil demande ensuite votre empreinte digitale, votre visage ou votre code PIN.',
    cancelled:
      'Aucune clé d’accès n’a été ajoutée. L’ajout a été annulé, ou cet appareil en a déjà une pour votre compte.',
    remove: 'Retirer',
    removeTitle: 'Retirer la clé d’accès « {{name}} » ?',
    removeExplain: 'Vous ne pourrez plus vous connecter avec elle. Supprimez-la aussi sur votre appareil.',
  },
  required: {
    title: 'Protégez votre compte',
    explain:
      'Ici, un mot de passe ne suffit pas pour les administrateurs. Configurez une application d’authentification ou une clé d’accès pour continuer.',
    again: 'Vous avez déjà une clé d’accès. Déconnectez-vous, puis reconnectez-vous avec elle.',
    done: 'Votre compte est protégé.',
    continue: 'Continuer',
  },
  admin: {
    title: 'Second facteur',
    explain:
      '{{name}} a perdu son téléphone et ses codes de secours ? Assurez-vous que la demande vient vraiment de cette personne.',
    remove: 'Retirer le second facteur',
    removeTitle: 'Retirer le second facteur pour {{name}} ?',
    removeExplain:
      'Son application d’authentification et toutes ses clés d’accès cessent de fonctionner, et toutes ses sessions sont fermées. La personne se connecte ensuite avec son seul mot de passe. Elle est prévenue par e-mail.',
    removed: 'Retiré.',
  },
};
