import { expect, test } from 'vitest';
import { foldText } from './foldText.js';

test.each([
  ['Agnes Müller', 'agnes muller'],
  ['Straße', 'strasse'],
  ['ŁÓDŹ', 'lodz'],
  ['Søren Ångström', 'soren angstrom'],
  [' José  ', 'jose'],
])('%s is found as %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});
