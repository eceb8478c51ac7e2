import type { PlotColour } from './plotColours.js';

export type Values = readonly (number | null)[];

/** One line. The lines of a plot also differ in their dash: many people cannot tell the colours apart. */
export interface PlotSeries {
  readonly label: string;
  readonly values: Values;
  readonly colour: PlotColour;
  readonly dash?: readonly number[];
  /** Shaded between lowest and highest, for example the minimum and maximum of each minute. */
  readonly band?: { readonly low: Values; readonly high: Values };
}

/** A marked range of time; `from` and `to` may be equal. */
export interface PlotMark {
  readonly from: number;
  readonly to: number;
  readonly label: string;
}

export interface PlotProps {
  /** Milliseconds since 1970, ascending; a `null` in the values is a gap in the line. */
  readonly x: readonly number[];
  readonly series: readonly PlotSeries[];
  /** The plot in one or two sentences, for screen readers. */
  readonly summary: string;
  readonly xWords: (ms: number) => string;
  /** Short labels for the axis, where space is small; default `xWords`. */
  readonly xTick?: (ms: number) => string;
  readonly yWords: (value: number) => string;
  readonly yRange?: readonly [low: number, high: number];
  /** Numbered in the plot and named below it. */
  readonly marks?: readonly PlotMark[];
  readonly height?: number;
}
