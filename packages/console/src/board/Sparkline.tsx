import { memo } from 'react';

const [width, height, margin] = [100, 28, 3];
/** Beats per minute: a calm heart must not look like a mountain. */
const leastSpan = 30;

/** The last hours as one line, with a gap where nothing was measured. The person's page has the figures. */
export const Sparkline = memo(function Sparkline({ values }: { readonly values: readonly (number | null)[] }) {
  return (
    <svg className="spark" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={toPath(values)} />
    </svg>
  );
});

export function toPath(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null);
  const [lowest, highest] = [Math.min(...known), Math.max(...known)];
  const spare = Math.max(0, leastSpan - (highest - lowest)) / 2;
  const [bottom, span] = [lowest - spare, highest - lowest + 2 * spare];
  const toX = (index: number): string => ((index * width) / Math.max(1, values.length - 1)).toFixed(1);
  const toY = (value: number): string =>
    (height - margin - ((value - bottom) / span) * (height - 2 * margin)).toFixed(1);
  return values
    .map((value, index) => {
      if (value === null) return '';
      if (typeof values[index - 1] === 'number') return `L${toX(index)} ${toY(value)}`;
      // A point between two gaps is drawn as a dot, by the round end of a line without length.
      return `M${toX(index)} ${toY(value)}h0`;
    })
    .join('');
}
