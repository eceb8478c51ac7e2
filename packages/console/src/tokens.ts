/**
 * The design's only figures: type, spacing, radius and colours. Mantine's theme and the CSS variables are made from
 * them in theme.ts, plots read them directly. Sizes are in px at the browser's normal text size.
 */
export const fontSizes = { xs: 12, sm: 14, md: 16, lg: 20, xl: 28, xxl: 40 } as const;
export const spacing = { xxs: 4, xs: 8, sm: 12, md: 16, lg: 24, xl: 32 } as const;
/** `sm`: controls. `md`: cards. */
export const radii = { sm: 8, md: 12 } as const;
export const fontFamily = 'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

/** Colours that mean something. Each stands beside a word or a shape that says the same. */
export const meanings = ['primary', 'danger', 'device', 'drill', 'ok', 'neutral'] as const;
/**
 * `danger`: a person needs an answer, and nothing else. `device`: a device, a connection or an entry needs attention.
 * `drill`: nobody has fallen. `neutral`: somebody has it, or nothing is known.
 */
export type Meaning = (typeof meanings)[number];

export interface Shades {
  /** Text and icons on `surface`, `ground` and `soft`. */
  readonly text: string;
  /** A background that catches the eye, with `on` for the text on it. */
  readonly fill: string;
  readonly on: string;
  /** A quiet background. */
  readonly soft: string;
  /** At least 3:1 on `surface`, `ground` and `soft`. */
  readonly border: string;
}

export interface Palette extends Readonly<Record<Meaning, Shades>> {
  /** Behind everything. */
  readonly ground: string;
  /** Cards, bars, fields. */
  readonly surface: string;
  /** Separates; says nothing by itself. */
  readonly line: string;
  /** Borders of controls: at least 3:1 on `surface` and `ground`. */
  readonly lineStrong: string;
  readonly ink: string;
  readonly inkSoft: string;
}

const shades = (text: string, fill: string, on: string, soft: string): Shades => ({
  text,
  fill,
  on,
  soft,
  border: text,
});

const light: Palette = {
  ground: '#f5f7f8',
  surface: '#ffffff',
  line: '#d5dce1',
  lineStrong: '#70808a',
  ink: '#12202a',
  inkSoft: '#4a5a65',
  primary: shades('#0b5d6b', '#0b5d6b', '#ffffff', '#e3f1f3'),
  danger: shades('#b3201f', '#b3201f', '#ffffff', '#fdecea'),
  device: shades('#8a5300', '#ffcf75', '#241700', '#fff3dc'),
  drill: shades('#5b3fb0', '#5b3fb0', '#ffffff', '#efeafc'),
  ok: shades('#0d6b3c', '#0d6b3c', '#ffffff', '#e5f5ec'),
  neutral: shades('#4a5a65', '#4a5a65', '#ffffff', '#eceff1'),
};

const dark: Palette = {
  ground: '#0e151a',
  surface: '#172129',
  line: '#2c3a44',
  lineStrong: '#7f929e',
  ink: '#e9eff2',
  inkSoft: '#a9b8c1',
  primary: shades('#63c0ce', '#63c0ce', '#06282e', '#12343a'),
  // The filled red is the same by day and by night; the lighter one is for text on dark only.
  danger: shades('#ff8a81', '#b3201f', '#ffffff', '#3a1917'),
  device: shades('#ffc46b', '#ffc46b', '#241700', '#33260d'),
  drill: shades('#b9a4ff', '#5b3fb0', '#ffffff', '#261d44'),
  ok: shades('#74d6a0', '#0d6b3c', '#ffffff', '#11301f'),
  neutral: shades('#a9b8c1', '#4a5a65', '#ffffff', '#212d35'),
};

/** High contrast: text at least 7:1, and every line as strong as the border of a control. */
const lightHigh: Palette = {
  ground: '#ffffff',
  surface: '#ffffff',
  line: '#3a4750',
  lineStrong: '#000000',
  ink: '#000000',
  inkSoft: '#1f2a31',
  primary: shades('#00404b', '#00404b', '#ffffff', '#e8f6f8'),
  danger: shades('#8f0f0e', '#8f0f0e', '#ffffff', '#fff0ee'),
  device: shades('#5c3600', '#ffcf75', '#000000', '#fff6e3'),
  drill: shades('#3f2690', '#3f2690', '#ffffff', '#f4f0ff'),
  ok: shades('#00491f', '#00491f', '#ffffff', '#ecf9f1'),
  neutral: shades('#1f2a31', '#1f2a31', '#ffffff', '#f2f4f5'),
};

const darkHigh: Palette = {
  ground: '#000000',
  surface: '#000000',
  line: '#b9c6ce',
  lineStrong: '#ffffff',
  ink: '#ffffff',
  inkSoft: '#e3e9ec',
  primary: shades('#8fe3f0', '#8fe3f0', '#000000', '#062127'),
  danger: shades('#ffb3ad', '#a01817', '#ffffff', '#2b0d0c'),
  device: shades('#ffd99a', '#ffd99a', '#000000', '#241a06'),
  drill: shades('#d5c8ff', '#4c309f', '#ffffff', '#1a1333'),
  ok: shades('#a3ebc4', '#075a30', '#ffffff', '#08210f'),
  neutral: shades('#e3e9ec', '#3a4750', '#ffffff', '#151d22'),
};

export const palettes = {
  standard: { light, dark },
  high: { light: lightHigh, dark: darkHigh },
} as const;
export type Contrast = keyof typeof palettes;
