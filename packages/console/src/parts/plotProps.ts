import type { PlotColour } from './plotColours.js';

export type Values = readonly (number | null)[];

/** One line. Two lines of a plot differ in their dash too: colour alone tells nothing to many. */
export interface PlotSeries {
  readonly label: string;
  readonly values: Values;
  readonly colour: PlotColour;
  readonly dash?: readonly number[];
  /** Shaded between the lowest and the highest, such as the minimum and maximum of each minute. */
  readonly band?: { readonly low: Values; readonly high: Values };
}

/** A stretch of time that means something; from and to may be the same. */
export interface PlotMark {
  readonly from: number;
  readonly to: number;
  readonly label: string;
}

export interface PlotProps {
  /** Milliseconds since 1970, ascending; `null` in the values is a gap, never a line drawn through. */
  readonly x: readonly number[];
  readonly series: readonly PlotSeries[];
  /** The picture in a sentence or two, for who does not see it. */
  readonly summary: string;
  readonly xWords: (ms: number) => string;
  /** Below the axis, where there is little room; without it `xWords`. */
  readonly xTick?: (ms: number) => string;
  readonly yWords: (value: number) => string;
  readonly yRange?: readonly [low: number, high: number];
  /** Numbered in the picture, and named below it. */
  readonly marks?: readonly PlotMark[];
  readonly height?: number;
}
