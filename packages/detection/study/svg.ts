import type { Summary } from './results.js';

const size = 320;
const margin = 48;
const colours = ['#0b6e4f', '#1f4e8c', '#b3541e', '#6b3fa0', '#8a6d00', '#a0245e'];

type Line = { readonly name: string; readonly points: readonly (readonly [number, number])[] };

export function reliabilitySvg(summaries: readonly (readonly [string, Summary])[]): string {
  const lines = summaries.map(([name, { reliability }]) => ({
    name,
    // Fewer than ten blocks in a bin say nothing.
    points: reliability.filter(({ count }) => count >= 10).map(({ mean, share }) => [mean, share] as const),
  }));
  return chart(
    'Reliability: confidence against the share that were falls',
    'confidence',
    'share of falls',
    lines,
    true,
    1,
  );
}

export function rocSvg(summaries: readonly (readonly [string, Summary])[]): string {
  const lines = summaries.map(([name, { roc }]) => ({ name, points: roc.filter(([x]) => x <= 0.2) }));
  return chart(
    'ROC, held-out subjects, quarter-minute blocks',
    'false alarms (share of blocks)',
    'falls found',
    lines,
    false,
    0.2,
  );
}

function chart(
  title: string,
  xLabel: string,
  yLabel: string,
  lines: readonly Line[],
  diagonal: boolean,
  xMax: number,
): string {
  const x = (value: number) => (margin + (value / xMax) * size).toFixed(1);
  const y = (value: number) => (margin + (1 - value) * size).toFixed(1);
  const width = size + 2 * margin + 150;
  const ticks = [0, 0.25, 0.5, 0.75, 1];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${size + 2 * margin}" font-family="sans-serif" font-size="12">`,
    `<title>${title}</title>`,
    `<rect width="${width}" height="${size + 2 * margin}" fill="#fff"/>`,
    `<text x="${margin}" y="24" font-size="14">${title}</text>`,
    `<rect x="${margin}" y="${margin}" width="${size}" height="${size}" fill="none" stroke="#999"/>`,
    ...ticks.map(
      (tick) =>
        `<text x="${x(tick * xMax)}" y="${margin + size + 16}" text-anchor="middle">${Number((tick * xMax).toFixed(3))}</text>`,
    ),
    ...ticks.map(
      (tick) => `<text x="${margin - 6}" y="${y(tick)}" text-anchor="end" dominant-baseline="middle">${tick}</text>`,
    ),
    `<text x="${margin + size / 2}" y="${margin + size + 36}" text-anchor="middle">${xLabel}</text>`,
    `<text transform="rotate(-90)" x="${-(margin + size / 2)}" y="14" text-anchor="middle">${yLabel}</text>`,
    ...(diagonal ? [`<path d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}" stroke="#bbb" stroke-dasharray="4 4"/>`] : []),
    ...lines.flatMap((line, index) => drawn(line, index, x, y)),
    '</svg>',
    '',
  ].join('\n');
}

function drawn(
  { name, points }: Line,
  index: number,
  x: (value: number) => string,
  y: (value: number) => string,
): string[] {
  const colour = colours[index % colours.length] as string;
  const path = points.map(([px, py]) => `${x(px)} ${y(py)}`).join('L');
  const legendY = margin + 12 + index * 18;
  return [
    `<path d="M${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    ...points.slice(0, 40).map(([px, py]) => `<circle cx="${x(px)}" cy="${y(py)}" r="2" fill="${colour}"/>`),
    `<path d="M${margin + size + 14} ${legendY - 4}h18" stroke="${colour}" stroke-width="2"/>`,
    `<text x="${margin + size + 38}" y="${legendY}">${name}</text>`,
  ];
}
