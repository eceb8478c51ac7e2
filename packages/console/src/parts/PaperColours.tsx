import '../style/charts.css';
import '../style/papers.css';
import { toVariables } from '../theme.js';
import { palettes } from '../tokens.js';

const declarations = Object.entries(toVariables(palettes.high.light))
  .map(([name, colour]) => `${name}:${colour}`)
  .join(';');

/** On paper, dark text on white, whatever the screen shows: for pages that people print. */
export function PaperColours() {
  return <style media="print">{`:root:root:root{${declarations}}`}</style>;
}
