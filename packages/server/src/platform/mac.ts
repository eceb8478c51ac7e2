const forms =
  /^(?:[0-9a-f]{2}(:[0-9a-f]{2}){5}|[0-9a-f]{2}(-[0-9a-f]{2}){5}|[0-9a-f]{4}(\.[0-9a-f]{4}){2}|[0-9a-f]{12})$/i;

const usual = /^[0-9A-F]{2}:[0-9A-F]{2}:[0-9A-F]{2}:[0-9A-F]{2}:[0-9A-F]{2}:[0-9A-F]{2}$/;

/**
 * Normalises colons, hyphens, dots or no separators, in any case, to `AA:BB:CC:DD:EE:FF`; undefined for anything else.
 */
export function parseMacAddress(text: string): string | undefined {
  if (usual.test(text)) return text;
  if (!forms.test(text)) return undefined;
  return text
    .replace(/[^0-9a-f]/gi, '')
    .toUpperCase()
    .replace(/(..)(?=.)/g, '$1:');
}
