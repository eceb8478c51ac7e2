import 'uplot/dist/uPlot.min.css';
import { Box } from '@mantine/core';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { type PlotColours, usePlotColours } from './plotColours.js';
import { drawMarks } from './plotMarks.js';
import type { PlotMark, PlotProps, PlotSeries } from './plotProps.js';

type CanvasProps = PlotProps & {
  readonly marks: readonly PlotMark[];
  readonly height: number;
  /** The index of the point under the pointer. */
  readonly onIndex: (index: number | null) => void;
};

/** With more points than this, dots would merge into a thick line. */
const mostDots = 62;

export function PlotCanvas(props: CanvasProps) {
  const { x, series, height, xWords, xTick = xWords, yWords, yRange, marks, onIndex } = props;
  const ref = useRef<HTMLDivElement>(null);
  const ink = usePlotColours();

  // Drawn again when the props change: labels are part of the drawing and depend on the language.
  useEffect(() => {
    const target = ref.current;
    if (!target) return;
    const drawn = new uPlot(
      {
        width: target.clientWidth,
        height,
        ms: 1,
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 } },
        scales: { y: yRange ? { range: [...yRange] } : {} },
        axes: [
          { ...createAxis(ink, xTick), space: 24 + 7 * xTick(x[0] ?? 0).length },
          { ...createAxis(ink, yWords), size: (_, words) => 16 + 7 * longestLength(words) },
        ],
        series: [{}, ...series.flatMap((each) => createLines(each, ink, x.length))],
        bands: createBands(series, ink),
        hooks: {
          setCursor: [({ cursor }) => onIndex(cursor.idx ?? null)],
          drawClear: [(plot) => drawMarks(plot, marks, ink)],
        },
      },
      [
        [...x],
        ...series.flatMap(({ values, band }) => (band ? [values, band.high, band.low] : [values])),
      ] as uPlot.AlignedData,
      target,
    );
    const fitting = new ResizeObserver(() => drawn.setSize({ width: target.clientWidth, height }));
    fitting.observe(target);
    return () => {
      fitting.disconnect();
      drawn.destroy();
    };
  }, [x, series, ink, height, xTick, yWords, yRange, marks, onIndex]);

  return <Box ref={ref} h={height} style={{ overflow: 'hidden' }} />;
}

const longestLength = (words: readonly string[] | null): number =>
  Math.max(0, ...(words ?? []).map((word) => word.length));

function createAxis({ text, grid }: PlotColours, toWords: (value: number) => string): uPlot.Axis {
  return {
    stroke: text,
    grid: { stroke: grid, width: 1 },
    ticks: { stroke: grid, width: 1, size: 5 },
    font: '12px system-ui, sans-serif',
    values: (_, splits) => splits.map((value) => toWords(value)),
  };
}

/**
 * The line and, with a band, its two invisible edges. A dashed line has rings for dots, so that two on one spot are
 * both visible.
 */
function createLines({ label, colour, dash = [], band }: PlotSeries, ink: PlotColours, points: number): uPlot.Series[] {
  const line: uPlot.Series = {
    label,
    stroke: ink[colour],
    width: 2,
    dash: [...dash],
    points: {
      ...(dash.length > 0 ? { size: 10, width: 2, fill: 'transparent' } : { size: 6, fill: ink[colour] }),
      ...(points <= mostDots ? { show: true } : { filter: lonelyIn }),
    },
  };
  const edge: uPlot.Series = { stroke: 'transparent', width: 0, points: { show: false } };
  return band ? [line, edge, edge] : [line];
}

/** A point between two gaps is part of no line and would be invisible without a dot. */
function lonelyIn({ data }: uPlot, seriesIndex: number): number[] {
  const values = data[seriesIndex] ?? [];
  const isGap = (index: number): boolean => values[index] === null || values[index] === undefined;
  return [...values.keys()].filter((index) => !isGap(index) && isGap(index - 1) && isGap(index + 1));
}

function createBands(series: readonly PlotSeries[], ink: PlotColours): uPlot.Band[] {
  let next = 1;
  return series.flatMap(({ band, colour }) => {
    const high = next + 1;
    next += band ? 3 : 1;
    return band ? [{ series: [high, high + 1], fill: `${ink[colour]}33` } satisfies uPlot.Band] : [];
  });
}
