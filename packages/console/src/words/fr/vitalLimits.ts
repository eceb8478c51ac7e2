import type { vitalLimits as source } from '../en/vitalLimits.js';
import type { Like } from '../like.js';

export const vitalLimits: Like<typeof source> = {
  title: 'Limites du pouls et de l’oxygène',
  off: 'Aucune limite n’est définie : ces valeurs ne déclenchent pas d’alerte.',
  heartRateLow: 'Pouls inférieur à',
  heartRateHigh: 'Pouls supérieur à',
  oxygenLow: 'Oxygène inférieur à',
  bpm: '{{value}} par minute',
  percent: '{{value}} %',
  none: 'Pas de limite',
  minutes: 'Alerter si cela dure',
  after_one: 'Alerte après {{count}} minute.',
  after_other: 'Alerte après {{count}} minutes.',
  duration_one: '{{count}} minute',
  duration_other: '{{count}} minutes',
  apart: 'La limite supérieure doit dépasser la limite inférieure d’au moins 20.',
  notMedical:
    'Les appareils portés ne sont pas des dispositifs médicaux. Ceci ne remplace pas une surveillance médicale.',
  change: 'Modifier les limites',
  changeTitle: 'Limites pour {{name}}',
};
