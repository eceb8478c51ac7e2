import type { settings as source } from '../en/settings.js';
import type { Like } from '../like.js';

export const settings: Like<typeof source> = {
  title: 'settings',
};
