const separators = { comma: ',', semicolon: ';' } as const;

export type Separator = keyof typeof separators;

/** One line of CSV (RFC 4180), without its line break. Objects are written as JSON. */
export function toCsvLine(values: readonly unknown[], separator: Separator = 'comma'): string {
  return values.map(toField).join(separators[separator]);
}

/** The lines of these rows, each with its line break. */
export function toCsvRows<Row>(rows: readonly Row[], columns: readonly (keyof Row)[], separator: Separator): string {
  const toLine = (row: Row): string => {
    const cells = columns.map((column) => row[column]);
    return `${toCsvLine(cells, separator)}\r\n`;
  };
  return rows.map(toLine).join('');
}

/** The first line of a file. */
export const toCsvHeader = (columns: readonly string[], separator: Separator): string =>
  `${toCsvLine(columns, separator)}\r\n`;

function toField(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? disarm(value) : JSON.stringify(value);
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Spreadsheets run a text that begins with one of these signs, also in their wide forms, as a formula. */
function disarm(text: string): string {
  return /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text;
}
