import uPlot from 'uplot';
import type { PlotColours } from './plotColours.js';
import type { PlotMark } from './plotProps.js';

const thinnest = 2;
const numberSize = 13;

/**
 * Draws a numbered stripe for each mark behind the lines. Each number is a little lower, so that they do not overlap.
 */
export function drawMarks(plot: uPlot, marks: readonly PlotMark[], { text }: PlotColours): void {
  const { ctx, bbox } = plot;
  const px = (pixels: number): number => pixels * uPlot.pxRatio;
  ctx.save();
  ctx.font = `700 ${px(numberSize)}px system-ui, sans-serif`;
  ctx.textAlign = 'center';
  for (const [index, { from, to }] of marks.entries()) {
    const left = plot.valToPos(from, 'x', true);
    const width = Math.max(px(thinnest), plot.valToPos(to, 'x', true) - left);
    ctx.fillStyle = text;
    ctx.globalAlpha = 0.18;
    ctx.fillRect(left, bbox.top, width, bbox.height);
    ctx.globalAlpha = 1;
    ctx.fillText(String(index + 1), left + width / 2, bbox.top + px(numberSize) * (index + 1));
  }
  ctx.restore();
}
