import type { wearer as source } from '../en/wearer.js';
import type { Like } from '../like.js';

export const wearer: Like<typeof source> = {
  title: 'wearer',
};
