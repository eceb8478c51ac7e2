import type { messages as source } from '../en/messages.js';
import type { Like } from '../like.js';

export const messages: Like<typeof source> = {
  title: 'messages',
};
