import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** Petrol: calm, and dark enough for white text at WCAG AA contrast in every shade used as a background. */
const petrol: MantineColorsTuple = [
  '#e6f6f8',
  '#cfe9ed',
  '#9fd3da',
  '#6cbbc6',
  '#43a8b5',
  '#2596a4',
  '#117d8b',
  '#0b6a77',
  '#0b5d6b',
  '#064b57',
];

export const theme = createTheme({
  colors: { petrol },
  primaryColor: 'petrol',
  primaryShade: { light: 8, dark: 7 },
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  headings: { fontWeight: '650' },
  cursorType: 'pointer',
  // No animations for users who prefer reduced motion.
  respectReducedMotion: true,
});

/** Mantine's greys and reds have less contrast than WCAG AA requires for text. */
export const contrast: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#4d545b',
    '--mantine-color-placeholder': '#5c636a',
    '--mantine-color-error': '#b42020',
    '--mantine-color-anchor': '#0b5d6b',
  },
  dark: {
    '--mantine-color-dimmed': '#b8bcc2',
    '--mantine-color-placeholder': '#a0a6ac',
    '--mantine-color-error': '#ff9c9c',
    '--mantine-color-anchor': '#7ccdd7',
  },
});
