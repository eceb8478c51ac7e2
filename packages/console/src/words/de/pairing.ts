import type { pairing as source } from '../en/pairing.js';
import type { Like } from '../like.js';

export const pairing: Like<typeof source> = {
  connect: 'Gerät verbinden',
  connectFor: 'Gerät für {{name}} verbinden',
  ways: {
    enter: 'Das Gerät zeigt einen Code',
    enterExplain: 'Geben Sie den Code ein, der auf dem Gerät steht.',
    phone: 'Ein Handy verwenden',
    phoneExplain: 'Scannen Sie einen Code mit dem Handy, das getragen wird.',
    card: 'Karte drucken',
    cardExplain: 'Ein Code auf Papier für jemanden, der gerade nicht da ist. Er gilt 30 Tage.',
    here: 'Dieses Handy verwenden',
    hereExplain: 'Das Handy in Ihrer Hand erkennt Stürze, solange seine Seite geöffnet ist.',
  },
  enter: {
    code: 'Code',
    codeExplain: 'Acht Buchstaben, zum Beispiel BCDF-GHJK',
    person: 'Wer trägt das Gerät?',
    submit: 'Verbinden',
    short: 'Ein Code hat acht Buchstaben.',
    wrong:
      'Mit diesem Code wartet kein Gerät. Prüfen Sie die Buchstaben. Ein Code gilt 10 Minuten: Zeigt das Gerät inzwischen einen anderen, geben Sie diesen ein.',
    tooMany_one: 'Zu viele falsche Codes. Versuchen Sie es in {{count}} Minute erneut.',
    tooMany_other: 'Zu viele falsche Codes. Versuchen Sie es in {{count}} Minuten erneut.',
    foreign: 'Dieses Gerät gehört jemand anderem. Es muss zuerst auf der Seite des Geräts freigegeben werden.',
  },
  connected: {
    title: '{{device}} ist verbunden',
    waiting: 'Warten auf den ersten Messwert …',
    slow: 'Es ist noch kein Messwert angekommen. Ist das Gerät eingeschaltet und mit dem Internet verbunden?',
    first: 'Erster Messwert empfangen. Stürze werden ab jetzt erkannt.',
    device: 'Name und Zugangsschlüssel',
    another: 'Weiteres Gerät verbinden',
    done: 'Fertig',
  },
  qr: 'QR-Code mit der Adresse {{url}}',
  phone: {
    title: 'Handy verbinden',
    scan: 'Scannen Sie diesen Code mit der Kamera des Handys, und öffnen Sie die gefundene Seite.',
    type: 'Oder öffnen Sie auf dem Handy {{address}} und geben Sie diesen Code ein:',
    until: 'Gültig bis {{time}}, für ein Gerät.',
    expired: 'Dieser Code ist abgelaufen.',
    again: 'Neuen Code anzeigen',
  },
  card: {
    title: 'Karte drucken',
    explain:
      'Die Karte verbindet ein Gerät mit {{name}}. Sie gilt bis {{time}}. Wer die Karte hat, kann sie verwenden: Bewahren Sie sie auf wie einen Schlüssel.',
    print: 'Drucken',
    heading: 'Fallwatch für {{name}}',
    scan: 'Scannen Sie diesen Code mit der Kamera des Handys, das getragen wird, und öffnen Sie die gefundene Seite.',
    type: 'Wenn das nicht geht, öffnen Sie auf dem Handy {{address}} und geben Sie den Code unten ein.',
    start: 'Tippen Sie auf „Dieses Handy verbinden“, dann auf „Starten“, und lassen Sie die Seite geöffnet.',
    until: 'Gültig bis {{time}}, für ein Gerät.',
  },
  device: {
    manage: '{{device}} verwalten',
    belongsTo: 'Getragen von',
    address: 'MAC-Adresse',
    firmware: 'Firmware',
    rename: 'Name',
    renamed: 'Der Name ist gespeichert.',
    cannotAsk: 'Dieses Gerät kann nicht nachfragen',
    cannotAskExplain:
      'Jeder Fehlalarm erreicht die Betreuenden. Eine neuere Firmware des Herstellers kann vielleicht zuerst „Geht es Ihnen gut?“ fragen (can_confirm).',
    log: 'Protokoll',
    noLog: 'Zu diesem Gerät ist bisher nichts aufgefallen.',
  },
  credentials: {
    title: 'Zugangsschlüssel',
    explain:
      'Mit seinem Zugangsschlüssel meldet sich das Gerät an. Es kann damit Messwerte senden und Antworten der tragenden Person übermitteln, sonst nichts.',
    none: 'Keine. Das Gerät wurde nicht gekoppelt: Es sendet mit der Anmeldung eines Kontos.',
    created: 'Erstellt',
    lastUsed: 'Zuletzt benutzt',
    ends: 'Gültig bis',
    endless: 'Unbegrenzt',
    new: 'Neuer Zugangsschlüssel',
    newExplain:
      'Für ein Gerät, in das der Zugangsschlüssel von Hand eingetragen wird. Die bisherigen gelten noch 24 Stunden: Tragen Sie den neuen vorher ein.',
    newTitle: 'Neuer Zugangsschlüssel für {{device}}',
    copyExplain: 'Übertragen Sie ihn jetzt in das Gerät. Er wird nicht noch einmal angezeigt.',
    copy: 'Kopieren',
    copied: 'Kopiert',
    revoke: 'Widerrufen',
    revokeTitle: 'Diesen Zugangsschlüssel widerrufen?',
    revokeExplain:
      'Das Gerät kann damit nicht mehr senden. Hat es keinen anderen, werden keine Stürze erkannt, bis es wieder verbunden wird.',
  },
  transfer: {
    title: 'Jemand anderes trägt es',
    explain:
      'Was bisher aufgezeichnet wurde, bleibt bei {{name}}. Für die neue Person muss das Gerät wieder verbunden werden: Bis dahin erkennt es keine Stürze.',
    to: 'Neue Trägerin oder neuer Träger',
    submit: 'Übertragen',
    confirmTitle: '{{device}} übertragen?',
  },
  release: {
    title: 'Niemand trägt es mehr',
    explain: 'Geben Sie das Gerät frei, bevor Sie es weitergeben. Danach kann jeder es verbinden.',
    submit: 'Freigeben',
    confirmTitle: '{{device}} freigeben?',
    confirm:
      'Es gehört dann nicht mehr zu {{name}}. Seine Zugangsschlüssel gelten sofort nicht mehr, und es werden keine Stürze erkannt, bis es wieder verbunden wird. Aufgezeichnete Stürze bleiben bei {{name}}.',
  },
};
