const forms =
  /^(?:[0-9a-f]{2}(:[0-9a-f]{2}){5}|[0-9a-f]{2}(-[0-9a-f]{2}){5}|[0-9a-f]{4}(\.[0-9a-f]{4}){2}|[0-9a-f]{12})$/i;

const usual = /^[0-9A-F]{2}:[0-9A-F]{2}:[0-9A-F]{2}:[0-9A-F]{2}:[0-9A-F]{2}:[0-9A-F]{2}$/;

/** `AA:BB:CC:DD:EE:FF` from colons, hyphens, dots or bare, in any case; undefined for anything else. */
export function macAddressOf(text: string): string | undefined {
  if (usual.test(text)) return text;
  if (!forms.test(text)) return undefined;
  return text
    .replace(/[^0-9a-f]/gi, '')
    .toUpperCase()
    .replace(/(..)(?=.)/g, '$1:');
}
