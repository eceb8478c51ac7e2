import type * as source from '../../en/admin/care.js';
import type { Like } from '../../like.js';

export const people: Like<typeof source.people> = {
  care: 'Aidant',
  careAny: 'Toutes les personnes',
  careNone: 'Sans aidant',
  score: 'Score de santé',
  highRisk: 'Risque élevé',
  invited: 'Invitation envoyée, pas encore de connexion',
  born: 'Naissance',
  assign: 'Attribuer un aidant',
  assignTo: 'Un aidant pour {{name}}',
  assignExplain: 'Un aidant voit les données de la personne et reçoit ses alertes.',
  none: 'Pas encore de personnes',
  noneExplain: 'Les personnes apparaissent quand elles créent un compte ou quand un aidant les ajoute.',
  noneAlone: 'Tout le monde a un aidant',
  search: 'Nom ou adresse e-mail',
};

export const caregivers: Like<typeof source.caregivers> = {
  create: 'Ajouter un aidant',
  createExplain: 'La personne reçoit un lien pour choisir elle-même son mot de passe.',
  people: 'S’occupe de',
  peopleCount_one: '{{count}} personne',
  peopleCount_other: '{{count}} personnes',
  openAlerts: 'Alertes ouvertes',
  none: 'Pas encore d’aidants',
  noneExplain: 'Ajoutez le premier, pour que les alertes parviennent à quelqu’un.',
  optionalPhone: 'Téléphone (facultatif)',
};

export const caregiver: Like<typeof source.caregiver> = {
  looksAfter: 'S’occupe de',
  assign: 'Attribuer une personne',
  assignTo: 'Une personne pour {{name}}',
  none: 'Aucune personne attribuée',
  noneExplain: 'Attribuez une personne : cet aidant reçoit alors ses alertes.',
  takeAway: 'Retirer',
  takeAwayTitle: 'Retirer {{name}} ?',
  takeAwayExplain:
    '{{caregiver}} ne verra plus les données et ne recevra plus les alertes concernant {{name}}. Si {{name}} n’a pas d’autre aidant, les administrateurs sont alertés.',
  specialization: 'Spécialité',
  organization: 'Organisation',
  relationship: 'Lien',
  lastActive: 'Dernière activité',
  falls: 'Chutes en 30 jours',
  devices: 'Appareils',
};
