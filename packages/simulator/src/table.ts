/** The live table: rewritten in place on a terminal, otherwise one line per update. */
export interface Row {
  readonly device: string;
  readonly state: string;
  readonly level: string;
  readonly latency: string;
  readonly battery: string;
}

const columns: readonly (readonly [keyof Row, string, number])[] = [
  ['device', 'device', 19],
  ['state', 'state', 24],
  ['level', 'last level', 16],
  ['latency', 'latency', 10],
  ['battery', 'battery', 7],
];

/** More rows do not fit on a screen; the others are only counted. */
const mostRows = 30;

export class Table {
  readonly #out: NodeJS.WriteStream;
  #height = 0;

  constructor(out: NodeJS.WriteStream) {
    this.#out = out;
  }

  draw(rows: readonly Row[], footer: string): void {
    if (!this.#out.isTTY) {
      this.#out.write(`${footer}\n`);
      return;
    }
    const lines = [heading(), ...rows.slice(0, mostRows).map(toLine)];
    if (rows.length > mostRows) lines.push(`… and ${rows.length - mostRows} more`);
    lines.push('', footer);
    const back = this.#height > 0 ? `\x1b[${this.#height}A` : '';
    this.#out.write(`${back}${lines.map((line) => `\x1b[2K${line}\n`).join('')}`);
    this.#height = lines.length;
  }
}

function heading(): string {
  return columns.map(([, title, width]) => title.padEnd(width)).join(' ');
}

function toLine(row: Row): string {
  return columns.map(([key, , width]) => row[key].slice(0, width).padEnd(width)).join(' ');
}
