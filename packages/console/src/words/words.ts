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

export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

const kept = 'fallwatch.language';

/** Loaded only by who reads it. */
const loaders: Record<Language, () => Promise<Like<typeof en>>> = {
  en: async () => en,
  de: async () => (await import('./de/index.js')).de,
};

export function languageNow(): Language {
  return i18next.language === 'de' ? 'de' : 'en';
}

/** What was chosen here before, or the first of the browser's own that we speak. */
function preferredLanguage(): Language {
  const wishes = [localStorage.getItem(kept), ...navigator.languages].map((wish) => wish?.slice(0, 2));
  return wishes.find((wish): wish is Language => wish !== undefined && wish in languages) ?? 'en';
}

async function load(language: Language): Promise<void> {
  i18next.addResourceBundle(language, 'words', await loaders[language]());
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
    // React escapes what it shows.
    interpolation: { escapeValue: false },
  });
  await speak(preferredLanguage());
}
