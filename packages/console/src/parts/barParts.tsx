/** One part of a bar: the first is filled, the second hatched, so that no colour is needed to tell them apart. */
export interface BarPart {
  readonly label: string;
  readonly value: number;
}

export const sumParts = (parts: readonly BarPart[]): number => parts.reduce((sum, { value }) => sum + value, 0);

/** The largest bar of a chart; at least 1, so that a chart of zeros can be drawn. */
export const largestSum = (rows: readonly { readonly parts: readonly BarPart[] }[]): number =>
  Math.max(1, ...rows.map(({ parts }) => sumParts(parts)));

/** The parts of one bar, the longer the larger. */
export function BarSegments({ of: parts }: { readonly of: readonly BarPart[] }) {
  return parts.map(
    ({ label, value }, index) => value > 0 && <span key={label} data-part={index} style={{ flexGrow: value }} />,
  );
}

/** What filled and hatched mean. Nothing if there is only one part. */
export function PartKey({ of: parts }: { readonly of: readonly BarPart[] }) {
  if (parts.length < 2) return null;
  return (
    <div className="bar-key">
      {parts.map(({ label }, index) => (
        <span key={label} className="bar-key-entry">
          <span className="bar-swatch" data-part={index} aria-hidden="true" />
          {label}
        </span>
      ))}
    </div>
  );
}
