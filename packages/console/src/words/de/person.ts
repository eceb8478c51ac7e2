import type { person as source } from '../en/person.js';
import type { Like } from '../like.js';

export const person: Like<typeof source> = {
  title: 'person',
};
