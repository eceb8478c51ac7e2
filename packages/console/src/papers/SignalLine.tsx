import { useTranslation } from 'react-i18next';
import { numberWords } from '../parts/numbers.js';
import type { Signal } from '../person/signal.js';

/** In units of the drawing; it is scaled to the width of the paper. */
const [width, height, left, bottom] = [700, 130, 44, 20];

/** The acceleration as a line, drawn as SVG: a canvas would be blurred on paper. */
export function SignalLine({ of: { x, g, peak } }: { readonly of: Signal }) {
  const { t } = useTranslation();
  const [start, end] = [x[0] ?? 0, x.at(-1) ?? 0];
  const top = Math.max(2, Math.ceil(peak));
  const toX = (ms: number): number => left + ((width - left) * (ms - start)) / (end - start || 1);
  const toY = (value: number): number => (height - bottom) * (1 - value / top);
  const points = x.map((ms, index) => `${toX(ms).toFixed(1)},${toY(g[index] ?? 0).toFixed(1)}`).join(' ');
  const seconds = (ms: number): string => `${numberWords(ms / 1_000)} s`.replace('-', '−');
  const summary = t('person.fall.accelerationSummary', {
    seconds: numberWords((end - start) / 1_000),
    peak: `${numberWords(peak, 1)} g`,
  });
  return (
    <figure className="paper-figure">
      <svg viewBox={`0 -12 ${width} ${height + 12}`} role="img" aria-label={summary} className="signal-line">
        {[0, 1, top].map((value) => (
          <g key={value}>
            <line x1={left} x2={width} y1={toY(value)} y2={toY(value)} className="signal-grid" />
            <text x={left - 8} y={toY(value) + 4} textAnchor="end">{`${value} g`}</text>
          </g>
        ))}
        {[start, 0, end].map((ms) => (
          <text key={ms} x={toX(ms)} y={height - 4} textAnchor={ms === start ? 'start' : ms === end ? 'end' : 'middle'}>
            {seconds(ms)}
          </text>
        ))}
        <line x1={toX(0)} x2={toX(0)} y1={0} y2={height - bottom} className="signal-impact" />
        <polyline points={points} className="signal-data" />
      </svg>
      <figcaption>
        {t('person.fall.acceleration')}. {t('person.fall.zero')}
      </figcaption>
    </figure>
  );
}
