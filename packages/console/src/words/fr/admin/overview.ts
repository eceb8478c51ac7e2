import type * as source from '../../en/admin/overview.js';
import type { Like } from '../../like.js';

export const overview: Like<typeof source.overview> = {
  alerts: 'Alertes ouvertes',
  alertsNone: 'Aucune alerte ouverte.',
  alertsMore_one: 'et {{count}} autre',
  alertsMore_other: 'et {{count}} autres',
  alertsAll: 'Toutes les alertes',
  figures: 'En chiffres',
  totalUsers: 'Comptes',
  activeDevices: 'Appareils connectés',
  silentDevices: 'Appareils sans signal',
  silentDevicesExplain: 'Leurs porteurs ne sont pas suivis.',
  fallsToday: 'Chutes aujourd’hui',
  fallsTodayExplain: 'Depuis minuit UTC, y compris les cas incertains.',
  highRiskPatients: 'Personnes à risque élevé',
  caregiverAssignments: 'Attributions',
  caregiverAssignmentsExplain: 'Chacune relie un aidant et une personne.',
  patientsWithoutCaregiver: 'Sans aidant',
  patientsWithoutCaregiverExplain: 'Leurs alertes ne vont qu’aux administrateurs.',
  health: 'Le service',
  healthy: 'Tout fonctionne.',
  degraded: 'Le service fonctionne, avec des problèmes :',
  unhealthy: 'Le service ne fonctionne pas correctement :',
  noHealth:
    'L’état du service n’est pas disponible. Les alertes ne sont peut-être pas envoyées : d’ici son retour, prenez des nouvelles des personnes autrement.',
  database:
    'La base de données ne répond pas. Les données ne peuvent être ni lues ni modifiées, et les nouvelles chutes peuvent être enregistrées en retard.',
  redis: 'Redis ne répond pas. Les chutes sont toujours détectées ; chaque processus compte ses propres limites.',
  nats: 'NATS ne répond pas. Les mesures sont toujours acceptées et écrites directement dans la base de données, ce qui est plus lent en cas de forte charge.',
  clock:
    'L’horloge d’un serveur n’est pas à l’heure. Les heures enregistrées restent correctes. Réglez l’horloge avec NTP.',
  journal:
    'Le journal (JetStream) ne répond pas. Les mesures sont toujours acceptées et écrites directement dans la base de données, ce qui est plus lent en cas de forte charge.',
  recorderLate:
    'Des mesures attendent d’être enregistrées depuis {{seconds}} s. Vérifiez qu’un enregistreur est en marche.',
  setAside:
    'Lots de mesures qui n’ont pas pu être enregistrés : {{number}}. Pour les lister : « npm run cli -- set-aside ».',
  alertsLate: 'Les alertes sont envoyées avec {{seconds}} s de retard. Vérifiez vous-même les alertes ouvertes.',
  alertsUnknown: 'On ne sait pas si les alertes sont envoyées. Vérifiez vous-même les alertes ouvertes.',
  running: 'Version {{version}}, en marche depuis {{duration}}',
  minutes: '{{count}} min',
  hours: '{{count}} h',
  days_one: '{{count}} jour',
  days_other: '{{count}} jours',
};

export const response: Like<typeof source.response> = {
  title: 'Délais de réponse',
  none: 'Il n’y a eu aucune alerte ces {{days}} derniers jours.',
  answered: '{{answered}} alertes sur {{alarms}} ont reçu une réponse ces {{days}} derniers jours.',
  speed: 'La moitié en moins de {{p50}}, 95 % en moins de {{p95}}.',
  within60: 'En moins de 60 s',
  within180: 'En moins de 180 s',
  summary:
    'Part des alertes ayant reçu une réponse à temps, par jour. Sur les {{days}} jours : {{within60}} en moins de 60 s, {{within180}} en moins de 180 s.',
  unknown: 'pas encore connu',
  byChannel: 'Par canal',
  byChannelExplain:
    'Délai entre l’alerte et sa première arrivée chez chaque personne par ce canal. « Prises en charge » ne compte que les alertes prises en charge par ce canal, pas dans la console.',
  channel: 'Canal',
  reached: 'Arrivées',
  reachedOf: '{{reached}} sur {{deliveries}} ({{percent}} %)',
  half: 'La moitié en moins de',
  most: '95 % en moins de',
  taken: 'Prises en charge',
};
