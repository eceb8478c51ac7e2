import type { vitalLimits as source } from '../en/vitalLimits.js';
import type { Like } from '../like.js';

export const vitalLimits: Like<typeof source> = {
  title: 'Grenzen für Puls und Sauerstoff',
  off: 'Es sind keine Grenzen gesetzt: Diese Werte lösen keinen Alarm aus.',
  heartRateLow: 'Puls unter',
  heartRateHigh: 'Puls über',
  oxygenLow: 'Sauerstoff unter',
  bpm: '{{value}} pro Minute',
  percent: '{{value}} %',
  none: 'Keine Grenze',
  minutes: 'Alarm, wenn es so lange dauert',
  after_one: 'Alarm nach {{count}} Minute.',
  after_other: 'Alarm nach {{count}} Minuten.',
  duration_one: '{{count}} Minute',
  duration_other: '{{count}} Minuten',
  apart: 'Die obere Grenze muss mindestens 20 über der unteren liegen.',
  notMedical: 'Wearables sind keine Medizinprodukte. Dies ersetzt keine medizinische Überwachung.',
  change: 'Grenzen ändern',
  changeTitle: 'Grenzen für {{name}}',
};
