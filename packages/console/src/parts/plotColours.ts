import { useMemo } from 'react';
import { usePalette } from '../look.js';

/** Canvas colours: lines have a contrast of at least 3:1 on cards (WCAG 2.2, 1.4.11). */
export interface PlotColours {
  readonly petrol: string;
  readonly orange: string;
  readonly violet: string;
  readonly red: string;
  readonly text: string;
  readonly grid: string;
}

export type PlotColour = Exclude<keyof PlotColours, 'text' | 'grid'>;

export function usePlotColours(): PlotColours {
  const palette = usePalette();
  return useMemo(
    () => ({
      petrol: palette.primary.text,
      orange: palette.device.text,
      violet: palette.drill.text,
      red: palette.danger.text,
      text: palette.inkSoft,
      grid: palette.line,
    }),
    [palette],
  );
}
