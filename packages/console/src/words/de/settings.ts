import type { settings as source } from '../en/settings.js';
import type { Like } from '../like.js';

export const settings: Like<typeof source> = {
  title: 'Einstellungen',
  devices: 'Meine Geräte',
  look: 'Sprache und Darstellung',
  language: 'Sprache',
  scheme: 'Farben',
  schemes: { auto: 'Wie das Gerät', light: 'Hell', dark: 'Dunkel' },
  contrast: 'Kontrast',
  contrasts: { auto: 'Wie das Gerät', high: 'Hoch' },
  sound: 'Alarmton',
  profile: 'Ihre Angaben',
  phoneExplain: 'Optional. Andere können Sie damit bei einem Alarm anrufen.',
  password: 'Passwort ändern',
  current: 'Aktuelles Passwort',
  next: 'Neues Passwort',
  repeat: 'Neues Passwort wiederholen',
  different: 'Die neuen Passwörter stimmen nicht überein.',
  wrong: 'Das aktuelle Passwort ist falsch.',
  changed: 'Passwort geändert. Andere Geräte wurden abgemeldet.',
  delete: {
    open: 'Mein Konto löschen',
    explain: 'Löscht Ihr Konto und Ihre Daten endgültig.',
    title: 'Konto endgültig löschen?',
    PATIENT: {
      first:
        'Sie werden nicht mehr überwacht. Stürze werden nicht mehr erkannt, und der rote Knopf funktioniert nicht mehr.',
      second:
        'Ihre Stürze, Ihre Gesundheitsdaten, Ihre Uhr und Ihre Nachrichten werden gelöscht. Sie lassen sich nicht wiederherstellen.',
      third: 'Ihre Betreuenden und die Verwaltung werden benachrichtigt, dass die Überwachung endet.',
    },
    CAREGIVER: {
      first: 'Sie erhalten keine Alarme mehr.',
      second: 'Ihr Konto und Ihre Nachrichten werden gelöscht. Sie lassen sich nicht wiederherstellen.',
      third:
        'Die Verwaltung wird benachrichtigt, wer dann keine Betreuung mehr hat. Jemand muss Ihre Aufgaben übernehmen.',
    },
    ADMIN: {
      first: 'Sie erhalten keine Alarme mehr.',
      second: 'Ihr Konto und Ihre Nachrichten werden gelöscht. Sie lassen sich nicht wiederherstellen.',
      third: 'Das letzte Konto der Verwaltung kann nicht gelöscht werden.',
    },
    password: 'Ihr Passwort',
    wrong: 'Das Passwort ist falsch.',
    submit: 'Endgültig löschen',
  },
  session: 'Abmelden',
  sessionExplain: 'Auf diesem Gerät. Empfohlen, wenn auch andere das Gerät benutzen.',
};
