import type { wear as source } from '../en/wear.js';
import type { Like } from '../like.js';

export const wear: Like<typeof source> = {
  name: 'Handy',
  title: 'Dieses Handy als Sturzmelder',
  explain: 'Dieses Handy kann Stürze erkennen, solange diese Seite geöffnet ist.',
  limits: {
    title: 'Was ein Handy nicht kann',
    open: 'Es funktioniert nur, solange diese Seite geöffnet und der Bildschirm an ist. Sperren Sie es nicht, und öffnen Sie keine andere App.',
    place: 'Tragen Sie es an der Hüfte, zum Beispiel in einer Gürteltasche.',
    replace:
      'Es ersetzt kein Wearable. Probieren Sie Fallwatch damit aus, oder überbrücken Sie die Zeit, bis das Wearable da ist.',
  },
  connect: {
    title: 'Dieses Handy verbinden',
    withCode: 'Der Code {{code}} verbindet dieses Handy mit der Person, für die er erstellt wurde.',
    submit: 'Dieses Handy verbinden',
    self: 'Dieses Handy mit mir verbinden',
    selfExplain: 'Sie sind angemeldet als {{name}}.',
    show: 'Code anzeigen',
    showExplain: 'Jemand, der bei Fallwatch angemeldet ist, scannt ihn oder gibt ihn ein.',
    enter: 'Code eingeben',
    enterExplain: 'Von einer Karte oder einem anderen Bildschirm.',
    field: 'Code von einer Karte oder einem anderen Bildschirm',
    short: 'Ein Code hat 8 oder 16 Buchstaben.',
    wrong:
      'Dieser Code funktioniert nicht. Prüfen Sie die Buchstaben. Vielleicht ist er abgelaufen, oder ein anderes Gerät hat ihn benutzt.',
    shown:
      'Scannen Sie diesen Code mit einem Gerät, das bei Fallwatch angemeldet ist, oder öffnen Sie dort {{address}} und geben Sie diesen Code ein:',
    waiting: 'Warten, bis jemand den Code eingibt …',
    until: 'Gültig bis {{time}}. Danach erscheint hier ein neuer Code.',
  },
  start: {
    title: 'Dieses Handy ist verbunden',
    explain: 'Wenn der Browser nach dem Zugriff auf Bewegung fragt, erlauben Sie ihn.',
    submit: 'Starten',
    denied:
      'Der Browser erlaubt dieser Seite nicht, Bewegungen zu messen. Erlauben Sie es in den Einstellungen des Browsers, und laden Sie diese Seite neu.',
  },
  elsewhere: {
    title: 'In einem anderen Tab geöffnet',
    explain:
      'Dieses Handy erkennt Stürze in einem anderen Tab dieses Browsers. Benutzen Sie diesen, oder schließen Sie ihn und laden Sie diese Seite neu.',
  },
  state: {
    watching: 'Sturzerkennung läuft',
    watchingExplain: 'Nach einem Sturz fragt dieses Handy zuerst Sie. Ohne Antwort wird Hilfe gerufen.',
    starting: 'Wird gestartet …',
    startingExplain: 'Warten auf Bewegungsdaten und auf den Dienst.',
    none: 'Stürze werden nicht erkannt',
    noneExplain:
      'Dieser Browser liefert keine Bewegungsdaten. Die meisten Laptops haben keinen Bewegungssensor. Öffnen Sie diese Seite auf einem Handy, mit einer Adresse, die mit https beginnt.',
    slow: 'Stürze werden möglicherweise nicht erkannt',
    slowExplain_one: 'Dieser Browser liefert {{count}} Bewegungswert pro Sekunde. Nötig sind mindestens {{wanted}}.',
    slowExplain_other: 'Dieser Browser liefert {{count}} Bewegungswerte pro Sekunde. Nötig sind mindestens {{wanted}}.',
    offline: 'Keine Verbindung',
    offlineExplain:
      'Bei einem Sturz wird jetzt niemand benachrichtigt. Die Messwerte werden aufbewahrt und gesendet, sobald die Verbindung wieder da ist.',
    unpaired: 'Dieses Handy ist nicht mehr verbunden',
    unpairedExplain:
      'Der Dienst nimmt seinen Zugangsschlüssel nicht mehr an: Er wurde widerrufen, oder das Handy wurde freigegeben oder gesperrt. Stürze werden nicht erkannt.',
    again: 'Neu verbinden',
  },
  facts: {
    level: 'Einschätzung',
    movement: 'Bewegung',
    movementValue: '{{peak}} g, {{rate}} Werte pro Sekunde',
    connection: 'Verbindung',
    connected: 'Verbunden',
    lost: 'Keine Verbindung',
    lastSent: 'Zuletzt gesendet',
    waiting: 'Noch nicht gesendet',
    waitingCount_one: '{{count}} Messwert',
    waitingCount_other: '{{count}} Messwerte',
    battery: 'Akku',
  },
  sound: 'Tippen Sie irgendwohin, damit dieses Handy einen Ton geben kann, wenn es Sie fragt.',
  asked: {
    title: 'Geht es Ihnen gut?',
    seen: 'Dieses Handy hat etwas bemerkt, das nach einem Sturz aussieht.',
    waiting_one: 'Ohne Antwort wird in {{count}} Sekunde Hilfe gerufen.',
    waiting_other: 'Ohne Antwort wird in {{count}} Sekunden Hilfe gerufen.',
    told: 'Ihre Betreuenden werden benachrichtigt. Wenn es Ihnen gut geht, geben Sie bitte Bescheid.',
    ok: 'Mir geht es gut',
    help: 'Ich brauche Hilfe',
    sending: 'Wird gesendet …',
    failed:
      'Ihre Antwort wurde nicht angenommen: Sie haben schon Hilfe gerufen, oder jemand hat den Alarm abgeschlossen.',
    fine: 'Schön zu hören',
    fineExplain: 'Ihre Betreuenden sehen, dass es Ihnen gut geht.',
    called: 'Hilfe wurde gerufen',
    calledExplain: 'Ihre Betreuenden werden benachrichtigt. Bleiben Sie, wo Sie sind, wenn Bewegen wehtut.',
  },
  disconnect: {
    open: 'Dieses Handy trennen',
    title: 'Dieses Handy trennen?',
    explain:
      'Der Zugang dieses Handys endet, und die noch nicht gesendeten Messwerte werden gelöscht. Es erkennt keine Stürze, bis es wieder verbunden wird. Ihre Betreuenden werden benachrichtigt, dass es nicht mehr sendet, wenn sie es nicht freigeben.',
    submit: 'Trennen',
  },
};
