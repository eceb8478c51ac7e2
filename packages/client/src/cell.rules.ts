/**
 * A service of several cells names the cell of the caller in its answer (docs/cells.md). Browsers keep to the address of
 * their page: any other is another origin. A credential never goes from an encrypted connection to one that is not.
 */
export function mayFollow(cell: string, baseUrl: string): boolean {
  if (globalThis.location !== undefined || !URL.canParse(cell)) return false;
  return new URL(cell).protocol === 'https:' || new URL(baseUrl).protocol === 'http:';
}
