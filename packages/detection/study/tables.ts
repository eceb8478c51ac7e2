type Cell = string | number;

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n');
}

export const share = (value: number) => (Number.isFinite(value) ? value.toFixed(3) : 'n/a');
export const rate = (value: number) => (Number.isFinite(value) ? value.toFixed(2) : 'n/a');
export const toSetName = (name: string) => (name.startsWith('waist') ? 'SisFall, waist' : 'WEDA-FALL, wrist');
export const toInputName = (name: string) => name.split('-')[1] as string;
