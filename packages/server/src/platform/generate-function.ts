/**
 * Generates straight-line code for the fields of a table, once at start: in a loop over many names V8 looks up
 * `sent[name]` each time. For the sensor stream and the archive only, where that loop costs up to a microsecond per
 * reading. `body` must consist of our own constants, never of input.
 */
export function generateFunction<F extends (...args: never[]) => unknown>(
  parameters: readonly string[],
  body: readonly string[],
  helpers: Readonly<Record<string, unknown>>,
): F {
  const source = `return (${parameters.join(', ')}) => {\n${body.join('\n')}\n};`;
  return new Function(...Object.keys(helpers), source)(...Object.values(helpers)) as F;
}
