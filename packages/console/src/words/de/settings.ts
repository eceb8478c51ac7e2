import type { settings as source } from '../en/settings.js';
import type { Like } from '../like.js';

export const settings: Like<typeof source> = {
  title: 'Einstellungen',
  look: 'Sprache und Aussehen',
  language: 'Sprache',
  scheme: 'Farben',
  schemes: { auto: 'Wie das Gerät', light: 'Hell', dark: 'Dunkel' },
  sound: 'Ton bei Alarmen',
  profile: 'Ihre Angaben',
  phoneExplain: 'Kann leer bleiben. Damit andere Sie anrufen können, wenn es darauf ankommt.',
  password: 'Passwort ändern',
  current: 'Bisheriges Passwort',
  next: 'Neues Passwort',
  repeat: 'Neues Passwort noch einmal',
  different: 'Die beiden neuen Passwörter sind nicht gleich.',
  wrong: 'Das bisherige Passwort ist falsch.',
  changed: 'Das Passwort ist geändert. Andere Geräte sind abgemeldet.',
  session: 'Abmelden',
  sessionExplain: 'Auf diesem Gerät. Tun Sie das auf einem Gerät, das auch andere benutzen.',
};
