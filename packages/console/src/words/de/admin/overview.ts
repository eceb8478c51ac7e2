import type * as source from '../../en/admin/overview.js';
import type { Like } from '../../like.js';

export const overview: Like<typeof source.overview> = {
  alerts: 'Offene Alarme',
  alertsNone: 'Keine offenen Alarme.',
  alertsMore_one: 'und {{count}} weiterer',
  alertsMore_other: 'und {{count}} weitere',
  alertsAll: 'Alle Alarme',
  figures: 'In Zahlen',
  totalUsers: 'Konten',
  activeDevices: 'Verbundene Geräte',
  silentDevices: 'Geräte, die nicht senden',
  silentDevicesExplain: 'Wer sie trägt, wird nicht überwacht.',
  fallsToday: 'Stürze heute',
  fallsTodayExplain: 'Seit Mitternacht UTC, auch unklare.',
  highRiskPatients: 'Personen mit hohem Risiko',
  caregiverAssignments: 'Zuordnungen',
  caregiverAssignmentsExplain: 'Je eine betreuende und eine betreute Person.',
  patientsWithoutCaregiver: 'Ohne Betreuung',
  patientsWithoutCaregiverExplain: 'Ihre Alarme gehen nur an die Verwaltung.',
  health: 'Der Dienst',
  healthy: 'Alles funktioniert.',
  degraded: 'Der Dienst läuft mit Einschränkungen:',
  unhealthy: 'Der Dienst funktioniert nicht richtig:',
  noHealth:
    'Der Status des Dienstes ist nicht abrufbar. Möglicherweise werden keine Alarme gesendet: Sehen Sie bis auf Weiteres auf anderem Weg nach den Personen.',
  database:
    'Die Datenbank antwortet nicht. Daten können nicht gelesen oder geändert werden, und neue Stürze werden möglicherweise verspätet aufgezeichnet.',
  redis: 'Redis antwortet nicht. Stürze werden weiter erkannt; jeder Prozess zählt seine eigenen Limits.',
  nats: 'NATS antwortet nicht. Messwerte werden weiter angenommen und direkt in die Datenbank geschrieben, bei hoher Last langsamer.',
  clock: 'Die Uhr eines Servers geht falsch. Gespeicherte Zeiten sind trotzdem richtig. Stellen Sie die Uhr über NTP.',
  journal:
    'Das Journal (JetStream) antwortet nicht. Messwerte werden weiter angenommen und direkt in die Datenbank geschrieben, bei hoher Last langsamer.',
  recorderLate: 'Messwerte warten seit {{seconds}} s darauf, gespeichert zu werden. Prüfen Sie, ob ein Recorder läuft.',
  setAside: 'Datensätze, die nicht gespeichert werden konnten: {{number}}. Auflisten mit „npm run cli -- set-aside“.',
  alertsLate: 'Alarme werden mit {{seconds}} s Verspätung gesendet. Prüfen Sie die offenen Alarme selbst.',
  alertsUnknown: 'Ob Alarme gesendet werden, ist nicht bekannt. Prüfen Sie die offenen Alarme selbst.',
  running: 'Version {{version}}, läuft seit {{duration}}',
  minutes: '{{count}} min',
  hours: '{{count}} h',
  days_one: '{{count}} Tag',
  days_other: '{{count}} Tagen',
};

export const response: Like<typeof source.response> = {
  title: 'Reaktionszeiten',
  none: 'In den letzten {{days}} Tagen gab es keinen Alarm.',
  answered: 'Auf {{answered}} von {{alarms}} Alarmen der letzten {{days}} Tage wurde reagiert.',
  speed: 'Auf die Hälfte davon innerhalb von {{p50}}, auf 95 % innerhalb von {{p95}}.',
  within60: 'In 60 s',
  within180: 'In 180 s',
  summary:
    'Anteil der Alarme, auf die rechtzeitig reagiert wurde, nach Tagen. In den {{days}} Tagen: {{within60}} in 60 s, {{within180}} in 180 s.',
  unknown: 'noch nicht bekannt',
  byChannel: 'Nach Benachrichtigungsweg',
  byChannelExplain:
    'Zeit vom Alarm, bis er die jeweilige Person auf diesem Weg zum ersten Mal erreicht hat. „Übernommen“ zählt nur Alarme, die auf diesem Weg übernommen wurden, nicht direkt in Fallwatch.',
  channel: 'Weg',
  reached: 'Angekommen',
  reachedOf: '{{reached}} von {{deliveries}} ({{percent}}\u00a0%)',
  half: 'Die Hälfte in',
  most: '95 % in',
  taken: 'Übernommen',
};
