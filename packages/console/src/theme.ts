import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  rem,
  type VariantColorsResolver,
} from '@mantine/core';
import {
  type Contrast,
  fontFamily,
  fontSizes,
  type Meaning,
  meanings,
  type Palette,
  palettes,
  radii,
  spacing,
} from './tokens.js';

/** Mantine's colour names for the same meanings. */
const synonyms: Readonly<Record<string, Meaning>> = {
  red: 'danger',
  yellow: 'device',
  orange: 'device',
  violet: 'drill',
  green: 'ok',
  teal: 'ok',
  gray: 'neutral',
  blue: 'primary',
};

function findMeaning(colour: string | undefined): Meaning | undefined {
  const name = (colour ?? 'primary').split('.', 1)[0] ?? '';
  return meanings.find((meaning) => meaning === name) ?? synonyms[name];
}

/** A little darker by day, a little lighter by night. */
const hover = (colour: string): string => `color-mix(in srgb, var(${colour}) 88%, var(--ink))`;

/** Buttons, notes and marks take their colours from the tokens. */
const variantColors: VariantColorsResolver = (input) => {
  const meaning = findMeaning(input.color);
  if (meaning === undefined) return defaultVariantColorsResolver(input);
  const one = (part: string): string => `var(--${meaning}-${part})`;
  const clear = '1px solid transparent';
  switch (input.variant) {
    case 'filled':
      return {
        background: one('fill'),
        hover: hover(`--${meaning}-fill`),
        color: one('on'),
        // By night the red fill alone has 2.8:1 against the page.
        border: `1px solid ${one('border')}`,
      };
    case 'light':
      return { background: one('soft'), hover: hover(`--${meaning}-soft`), color: one('text'), border: clear };
    case 'outline':
      return {
        background: 'transparent',
        hover: one('soft'),
        color: one('text'),
        border: `1px solid ${one('border')}`,
      };
    case 'subtle':
      return { background: 'transparent', hover: one('soft'), color: one('text'), border: clear };
    case 'transparent':
      return { background: 'transparent', hover: 'transparent', color: one('text'), border: clear };
    default:
      return defaultVariantColorsResolver(input);
  }
};

const toRem = <Name extends string>(sizes: Readonly<Record<Name, number>>): Record<Name, string> =>
  Object.fromEntries(Object.entries<number>(sizes).map(([name, size]) => [name, rem(size)])) as Record<Name, string>;

const heading = (size: number, lineHeight: string) => ({ fontSize: rem(size), lineHeight });

export const theme = createTheme({
  // Ten times the same: which shade is used where is decided below.
  colors: { primary: Array(10).fill(palettes.standard.light.primary.fill) as unknown as MantineColorsTuple },
  primaryColor: 'primary',
  variantColorResolver: variantColors,
  fontFamily,
  fontSizes: toRem(fontSizes),
  spacing: toRem(spacing),
  radius: toRem(radii),
  defaultRadius: 'sm',
  headings: {
    fontWeight: '700',
    sizes: {
      h1: heading(fontSizes.xxl, '1.1'),
      h2: heading(fontSizes.xl, '1.2'),
      h3: heading(fontSizes.lg, '1.3'),
      h4: heading(fontSizes.lg, '1.3'),
      h5: heading(fontSizes.md, '1.4'),
      h6: heading(fontSizes.sm, '1.4'),
    },
  },
  components: {
    // Plain objects, not Paper.extend(…): importing the components here would put all of them into the first load.
    Paper: { defaultProps: { radius: 'md' } },
    Card: { defaultProps: { radius: 'md' } },
    Modal: { defaultProps: { radius: 'md' } },
    Alert: { defaultProps: { radius: 'md' } },
    Table: { defaultProps: { verticalSpacing: 'sm' } },
  },
  cursorType: 'pointer',
  // No animations for users who prefer reduced motion.
  respectReducedMotion: true,
});

export const toVariables = (palette: Palette): Record<string, string> => ({
  '--ground': palette.ground,
  '--surface': palette.surface,
  '--line': palette.line,
  '--line-strong': palette.lineStrong,
  '--ink': palette.ink,
  '--ink-soft': palette.inkSoft,
  ...Object.fromEntries(
    meanings.flatMap((meaning) =>
      Object.entries(palette[meaning]).map(([part, colour]) => [`--${meaning}-${part}`, colour]),
    ),
  ),
});

/** Mantine's own names for what the tokens say. */
const shared = {
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-dimmed': 'var(--ink-soft)',
  '--mantine-color-placeholder': 'var(--ink-soft)',
  '--mantine-color-error': 'var(--danger-text)',
  '--mantine-color-success': 'var(--ok-text)',
  '--mantine-color-anchor': 'var(--primary-text)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--neutral-soft)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-disabled': 'var(--neutral-soft)',
  '--mantine-color-disabled-color': 'var(--ink-soft)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-primary-color-contrast': 'var(--primary-on)',
  '--mantine-color-primary-filled': 'var(--primary-fill)',
  '--mantine-color-primary-filled-hover': hover('--primary-fill'),
  '--mantine-color-primary-light': 'var(--primary-soft)',
  '--mantine-color-primary-light-hover': hover('--primary-soft'),
  '--mantine-color-primary-light-color': 'var(--primary-text)',
  '--mantine-color-primary-outline': 'var(--primary-border)',
  '--mantine-color-primary-text': 'var(--primary-text)',
} as const;

/** Mantine's greys, by the use that its styles make of each. */
const greys = {
  light: {
    '--mantine-color-gray-0': 'var(--neutral-soft)',
    '--mantine-color-gray-1': 'var(--neutral-soft)',
    '--mantine-color-gray-2': 'var(--neutral-soft)',
    '--mantine-color-gray-3': 'var(--line)',
    '--mantine-color-gray-4': 'var(--line-strong)',
  },
  dark: {
    '--mantine-color-dark-4': 'var(--line-strong)',
    '--mantine-color-dark-5': 'var(--neutral-soft)',
    '--mantine-color-dark-6': 'var(--surface)',
    '--mantine-color-dark-7': 'var(--surface)',
    '--mantine-color-dark-8': 'var(--ground)',
  },
} as const;

const createVariables =
  (contrast: Contrast): CSSVariablesResolver =>
  () => ({
    variables: {},
    light: { ...toVariables(palettes[contrast].light), ...shared, ...greys.light },
    dark: { ...toVariables(palettes[contrast].dark), ...shared, ...greys.dark },
  });

export const cssVariables = { standard: createVariables('standard'), high: createVariables('high') } as const;
