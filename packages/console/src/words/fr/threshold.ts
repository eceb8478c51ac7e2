import type { threshold as source } from '../en/threshold.js';
import type { Like } from '../like.js';

export const threshold: Like<typeof source> = {
  title: 'Alertes et réponses',
  none: 'Aucune alerte de l’appareil ces {{days}} derniers jours.',
  alerts_one: '{{count}} alerte ces {{days}} derniers jours : {{parts}}.',
  alerts_other: '{{count}} alertes ces {{days}} derniers jours : {{parts}}.',
  real_one: '{{count}} vraie chute',
  real_other: '{{count}} vraies chutes',
  falseAlarms_one: '{{count}} fausse alerte',
  falseAlarms_other: '{{count}} fausses alertes',
  other_one: '{{count}} avec une autre issue',
  other_other: '{{count}} avec une autre issue',
  unanswered_one: '{{count}} sans réponse',
  unanswered_other: '{{count}} sans réponse',
  cancelled_one: 'Pour {{count}} fausse alerte, seule la personne a répondu, par « Je vais bien ».',
  cancelled_other: 'Pour {{count}} fausses alertes, seule la personne a répondu, par « Je vais bien ».',
  acts: 'Causes des fausses alertes : {{acts}}.',
  act: '{{act}} ({{count}})',
  withheld_one: '{{count}} autre chute possible a été enregistrée sans alerte.',
  withheld_other: '{{count}} autres chutes possibles ont été enregistrées sans alerte.',
  offer:
    'Les cinq dernières réponses aux alertes faibles étaient toutes « fausse alerte ». Vous pouvez désactiver ces alertes.',
  set: 'Alerter seulement au-delà de {{percent}} de certitude',
  active: 'Alertes seulement au-delà de {{percent}} de certitude.',
  setBy: 'Réglé le {{time}} par {{name}}.',
  explain:
    'Les chutes possibles jusqu’à {{percent}} de certitude sont enregistrées sans alerte. Les chutes plus certaines, les appels à l’aide et un appareil muet après un choc alertent toujours. Le réglage prend fin de lui-même dès que quelqu’un signale une telle chute faible comme réelle.',
  remove: 'Alerter à nouveau pour les chutes plus faibles',
  why: 'Pas d’alerte : pour cette personne, il n’y a d’alerte qu’au-delà de {{percent}} de certitude.',
  cause: 'Cause : {{act}}.',
  short: 'enregistrée sans alerte',
};
