import type { board as source } from '../en/board.js';
import type { Like } from '../like.js';

export const board: Like<typeof source> = {
  title: 'board',
};
