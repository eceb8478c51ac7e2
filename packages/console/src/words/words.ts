import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from './en/index.js';
import type { Like } from './like.js';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'words';
    resources: { words: typeof en };
  }
}

interface LanguageEntry {
  /** In the language itself. */
  readonly name: string;
  /** For dates and times. */
  readonly locale: string;
  /** Each language is loaded only by users who read it. */
  readonly load: () => Promise<Like<typeof en>>;
}

export const languages = {
  en: { name: 'English', locale: 'en-GB', load: async () => en },
  de: { name: 'Deutsch', locale: 'de-DE', load: async () => (await import('./de/index.js')).de },
  fr: { name: 'Français', locale: 'fr-FR', load: async () => (await import('./fr/index.js')).fr },
} as const satisfies Record<string, LanguageEntry>;
export type Language = keyof typeof languages;

const kept = 'fallwatch.language';

const isLanguage = (code: string | undefined): code is Language => code !== undefined && code in languages;

export function languageNow(): Language {
  return isLanguage(i18next.language) ? i18next.language : 'en';
}

export const localeNow = (): string => languages[languageNow()].locale;

/** The stored choice, or the first of the browser's languages that the console supports. */
function preferredLanguage(): Language {
  const wishes = [localStorage.getItem(kept), ...navigator.languages].map((wish) => wish?.slice(0, 2));
  return wishes.find(isLanguage) ?? 'en';
}

async function load(language: Language): Promise<void> {
  i18next.addResourceBundle(language, 'words', await languages[language].load());
}

export async function speak(language: Language): Promise<void> {
  await load(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(kept, language);
  await speak(language);
}

export async function prepareWords(): Promise<void> {
  await i18next.use(initReactI18next).init({
    resources: { en: { words: en } },
    defaultNS: 'words',
    fallbackLng: 'en',
    // React escapes the text.
    interpolation: { escapeValue: false },
  });
  // Without a connection the other language may not be on this device: English is better than an empty page.
  await speak(preferredLanguage()).catch(() => undefined);
}
