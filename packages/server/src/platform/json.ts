import { parse } from 'secure-json-parse';
import { Refusal } from './refusal.js';

const options = { protoAction: 'remove', constructorAction: 'remove' } as const;

/**
 * Parses a body. Keys such as `__proto__` are dropped, like unknown keys: they must not keep a reading from being
 * assessed. Text that is not JSON is refused.
 */
export function parseJson(text: string): unknown {
  try {
    return parse(text, options);
  } catch {
    throw new Refusal(
      400,
      'MALFORMED_JSON',
      'The body is not valid JSON. Send a JSON object with Content-Type: application/json',
    );
  }
}
