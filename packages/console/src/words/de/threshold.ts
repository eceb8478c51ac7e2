import type { threshold as source } from '../en/threshold.js';
import type { Like } from '../like.js';

export const threshold: Like<typeof source> = {
  title: 'Alarme und Rückmeldungen',
  none: 'In den letzten {{days}} Tagen kein Alarm vom Gerät.',
  alerts_one: '{{count}} Alarm in den letzten {{days}} Tagen: {{parts}}.',
  alerts_other: '{{count}} Alarme in den letzten {{days}} Tagen: {{parts}}.',
  real_one: '{{count}} echter Sturz',
  real_other: '{{count}} echte Stürze',
  falseAlarms_one: '{{count}} Fehlalarm',
  falseAlarms_other: '{{count}} Fehlalarme',
  other_one: '{{count}} mit anderem Ausgang',
  other_other: '{{count}} mit anderem Ausgang',
  unanswered_one: '{{count}} ohne Rückmeldung',
  unanswered_other: '{{count}} ohne Rückmeldung',
  cancelled_one: 'Bei {{count}} Fehlalarm hat nur die Person selbst reagiert, mit „Mir geht es gut“.',
  cancelled_other: 'Bei {{count}} Fehlalarmen hat nur die Person selbst reagiert, mit „Mir geht es gut“.',
  acts: 'Auslöser der Fehlalarme: {{acts}}.',
  act: '{{act}} ({{count}})',
  withheld_one: '{{count}} weiterer möglicher Sturz wurde ohne Alarm aufgezeichnet.',
  withheld_other: '{{count}} weitere mögliche Stürze wurden ohne Alarm aufgezeichnet.',
  offer:
    'Die letzten fünf Rückmeldungen zu schwachen Alarmen lauteten alle „Fehlalarm“. Sie können solche Alarme abschalten.',
  set: 'Erst über {{percent}} Sicherheit alarmieren',
  active: 'Alarm erst über {{percent}} Sicherheit.',
  setBy: 'Eingestellt am {{time}} von {{name}}.',
  explain:
    'Mögliche Stürze bis {{percent}} Sicherheit werden ohne Alarm aufgezeichnet. Bei deutlicheren Stürzen, bei Hilferufen und wenn das Gerät nach einem Aufprall verstummt, gibt es weiterhin Alarm. Die Einstellung endet von selbst, sobald jemand einen so schwachen Sturz als echt meldet.',
  remove: 'Auch bei schwächeren Stürzen wieder alarmieren',
  why: 'Kein Alarm: Für diese Person gibt es erst über {{percent}} Sicherheit Alarm.',
  cause: 'Auslöser: {{act}}.',
  short: 'ohne Alarm aufgezeichnet',
};
