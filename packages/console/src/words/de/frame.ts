import type { frame as source } from '../en/frame.js';
import type { Like } from '../like.js';

export const frame: Like<typeof source> = {
  skip: 'Zum Inhalt springen',
  menu: 'Menü',
  nav: {
    label: 'Hauptnavigation',
    board: 'Übersicht',
    home: 'Start',
    messages: 'Nachrichten',
    messagesUnread_one: 'Nachrichten, {{count}} ungelesen',
    messagesUnread_other: 'Nachrichten, {{count}} ungelesen',
    overview: 'Übersicht',
    alerts: 'Alarme',
    people: 'Personen',
    caregivers: 'Betreuende',
    devices: 'Geräte',
    falls: 'Stürze',
    users: 'Konten',
    logs: 'Systemprotokoll',
    maintenance: 'Wartung',
    outbox: 'Postausgang',
    settings: 'Einstellungen',
  },
  signIn: {
    title: 'Anmelden',
    claim: 'Wenn jemand stürzt, erfährt es jemand.',
    submit: 'Anmelden',
    wrong: 'E-Mail oder Passwort ist falsch.',
    noAccount: 'Noch kein Konto?',
    signUp: 'Konto anlegen',
  },
  signUp: {
    title: 'Konto anlegen',
    submit: 'Konto anlegen',
    role: 'Was führt Sie her?',
    wearer: 'Ich trage ein Gerät',
    caregiver: 'Ich kümmere mich um jemanden',
    password: 'Mindestens 8 Zeichen, mit Groß- und Kleinbuchstaben, einer Ziffer und einem Sonderzeichen wie # oder !',
    closed: 'Für ein Konto brauchen Sie hier eine Einladung. Bitten Sie die Betreiber darum.',
    haveAccount: 'Sie haben schon ein Konto?',
    signIn: 'Anmelden',
  },
  invitation: {
    title: 'Willkommen',
    explain: 'Sie wurden eingeladen. Wählen Sie ein Passwort, dann kann es losgehen.',
    submit: 'Passwort festlegen',
    missing: 'Dieser Link ist unvollständig. Bitten Sie die Person, die Sie eingeladen hat, ihn erneut zu senden.',
  },
  signOut: 'Abmelden',
  lost: 'Keine Verbindung. Die Anzeige kann veraltet sein. Neuer Versuch läuft …',
  lostSince: 'Seit {{seconds}} s keine Verbindung. Die Anzeige kann veraltet sein. Neuer Versuch läuft …',
  back: 'Wieder verbunden. Alles ist auf dem neuesten Stand.',
  notFound: {
    title: 'Seite nicht gefunden',
    explain: 'Die Adresse stimmt nicht, oder Sie haben keinen Zugriff auf diese Seite.',
    home: 'Zur Startseite',
  },
  sound: {
    off: 'Ton ist aus',
    touch: 'Zum Einschalten irgendwo tippen.',
    press: 'Zum Einschalten hier tippen.',
  },
  screenMayGoDark:
    'Dieser Browser kann den Bildschirm nicht eingeschaltet lassen. Wenn dieses Gerät Alarme anzeigen soll, schalten Sie die Bildschirmsperre aus.',
  session: {
    ends: 'Sie werden um {{time}} Uhr abgemeldet. Melden Sie sich jetzt neu an.',
    again: 'Neu anmelden',
    wrong: 'Das Passwort ist falsch.',
  },
  signedOut: {
    title: 'Sie sind abgemeldet',
    watching: 'Auf diesem Bildschirm kommen keine Alarme mehr an. Melden Sie sich an, um sie wieder zu erhalten.',
    wearer:
      'Der rote Knopf funktioniert auf diesem Gerät erst wieder, wenn Sie sich anmelden. Wenn Sie Hilfe brauchen, rufen Sie an.',
  },
  numbers: {
    title: 'Nummern zum Anrufen',
    emergency: 'Notruf',
    emergencyExplain:
      '112 ist die Notrufnummer in der Europäischen Union. Anderswo wählen Sie die örtliche Notrufnummer.',
  },
  noLine: {
    title: 'Keine Verbindung',
    device: 'Dieses Gerät ist nicht mit dem Internet verbunden. Prüfen Sie WLAN oder mobile Daten.',
    since: 'Verbindungsversuche seit {{time}} Uhr.',
    last: 'Zuletzt verbunden: {{time}} Uhr.',
    watching: 'Auf diesem Bildschirm kommen gerade keine Alarme an. Nehmen Sie ein anderes Gerät, oder rufen Sie an.',
    nobody: 'Sobald eine Verbindung besteht, können Sie sich anmelden.',
    watch: 'Telefonieren können Sie, solange dieses Telefon Empfang hat.',
  },
  broken: { title: 'Diese Seite ist abgestürzt', reload: 'Neu laden' },
};
