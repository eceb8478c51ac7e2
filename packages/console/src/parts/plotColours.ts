/** Line colours for white and near-black backgrounds: each has a contrast of at least 3:1 (WCAG 2.2, 1.4.11). */
export const plotColours = {
  light: { petrol: '#0b5d6b', orange: '#b4530a', violet: '#6b3fa0', red: '#b42020', text: '#4d545b', grid: '#e3e6e9' },
  dark: { petrol: '#7ccdd7', orange: '#f0a35e', violet: '#c4a5f0', red: '#ff9c9c', text: '#b8bcc2', grid: '#3b3b3b' },
} as const;

export type PlotColour = Exclude<keyof (typeof plotColours)['light'], 'text' | 'grid'>;
