import type { webhooks as source } from '../en/webhooks.js';
import type { Like } from '../like.js';

export const webhooks: Like<typeof source> = {
  title: 'Webhooks',
  explain:
    'Sendet Ihre Alarme an ein anderes System: einen Chat, ein Ticketsystem, eine Haussteuerung. Für alle, die so etwas betreiben.',
  open: 'Webhooks verwalten',
  none: 'Noch keine Webhooks',
  noneExplain: 'Fügen Sie die Adresse eines anderen Systems hinzu. Es erhält jeden Alarm, den Sie erhalten.',
  add: 'Webhook hinzufügen',
  url: 'Adresse',
  urlExplain: 'Beginnt mit https://. Sie muss innerhalb von 5 Sekunden antworten.',
  template: 'Eigene Nachricht',
  templateExplain:
    'JSON, das das andere System erwartet. Ersetzt werden: {title}, {text}, {url}, {severity}, {id}, {step}.',
  authorization: 'Authorization-Header',
  authorizationExplain: 'Falls das andere System einen verlangt, etwa „Bearer …“. Er wird nicht mehr angezeigt.',
  createdTitle: 'Der Webhook ist bereit',
  secret: 'Geheimnis',
  secretExplain:
    'Damit prüft das andere System, dass eine Nachricht von uns kommt. Kopieren Sie es jetzt: Es wird nicht noch einmal angezeigt.',
  copy: 'Geheimnis kopieren',
  copied: 'Kopiert',
  since: 'Seit',
  test: 'Test senden',
  testSent: 'Angekommen: Das andere System hat mit {{status}} geantwortet.',
  testFailed: 'Nicht angekommen: {{problem}}',
  deliveries: 'Gesendetes',
  deliveriesOf: 'Gesendet an {{url}}',
  noDeliveries: 'Noch nichts gesendet',
  noDeliveriesExplain: 'Senden Sie einen Test, um zu sehen, ob das andere System antwortet.',
  when: 'Wann',
  result: 'Ergebnis',
  attempts: 'Versuche',
  about: 'Worum es ging',
  aboutAlert: 'Ein Alarm',
  aboutTest: 'Ein Test',
  status: { PENDING: 'Wird versucht', SENT: 'Angekommen', FAILED: 'Nicht angekommen' },
  resend: 'Erneut senden',
  delete: 'Löschen',
  deleteTitle: 'Diesen Webhook löschen?',
  deleteExplain: 'An {{url}} wird nichts mehr gesendet. Das Protokoll des Gesendeten wird auch gelöscht.',
};
