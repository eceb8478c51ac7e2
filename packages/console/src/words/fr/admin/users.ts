import type * as source from '../../en/admin/users.js';
import type { Like } from '../../like.js';

export const users: Like<typeof source.users> = {
  add: 'Ajouter un compte',
  addWearer: 'Pour quelqu’un qui porte un appareil :',
  lastLogin: 'Dernière connexion',
  you: 'C’est vous',
  caredFor: 'Personnes suivies',
  role: 'Rôle',
  change: 'Modifier',
  changeOf: 'Modifier {{name}}',
  changeRole: 'Changer le rôle',
  changeRoleTitle: 'Rôle pour {{name}}',
  changeRoleExplain:
    'Un nouveau rôle met fin à toutes les attributions de ce compte. Les administrateurs sont alertés si une personne perd son seul aidant.',
  deactivate: 'Désactiver',
  deactivateTitle: 'Désactiver {{name}} ?',
  deactivateExplain:
    'Ses sessions sont fermées immédiatement, et la personne ne peut plus se connecter avant d’être réactivée. Ses données sont conservées. Les administrateurs sont alertés si une personne perd son seul aidant.',
  reactivate: 'Réactiver',
  reactivateTitle: 'Réactiver {{name}} ?',
  reactivateExplain: 'La personne peut à nouveau se connecter.',
  delete: 'Supprimer',
  deleteTitle: 'Supprimer {{name}} ?',
  deleteExplain:
    'Le compte et toutes ses données sont supprimés définitivement : appareils, mesures, chutes, messages.',
  deleteType: 'Pour confirmer, saisissez {{email}}',
  none: 'Aucun compte ne correspond',
};
