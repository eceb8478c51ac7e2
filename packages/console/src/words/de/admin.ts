import type { admin as source } from '../en/admin.js';
import type { Like } from '../like.js';

export const admin: Like<typeof source> = {
  title: 'admin',
};
