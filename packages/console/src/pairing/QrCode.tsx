import { generate } from 'lean-qr';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Modules around the code that must stay white, as the standard requires. */
const quietZone = 4;

export interface QrCodeProps {
  readonly url: string;
  /** For screen readers; by default the address. */
  readonly label?: string;
}

/** Black on white in dark mode too: many cameras do not read inverted codes. */
export function QrCode({ url, label }: QrCodeProps) {
  const { t } = useTranslation();
  const { path, size } = useMemo(() => draw(url), [url]);
  return (
    <svg
      role="img"
      aria-label={label ?? t('pairing.qr', { url })}
      viewBox={`${-quietZone} ${-quietZone} ${size + 2 * quietZone} ${size + 2 * quietZone}`}
      shapeRendering="crispEdges"
      className="qr-code"
    >
      <rect x={-quietZone} y={-quietZone} width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** One square for each dark module. */
function draw(url: string): { readonly path: string; readonly size: number } {
  const code = generate(url);
  const places = Array.from({ length: code.size }, (_, place) => place);
  const squares = places.flatMap((y) => places.filter((x) => code.get(x, y)).map((x) => `M${x} ${y}h1v1h-1z`));
  return { path: squares.join(''), size: code.size };
}
