import type { PathOf } from '@fallwatch/client';
import { useMutation } from '@tanstack/react-query';
import { refresh } from '../api.js';

/** Something that changes things, and the lists that are outdated once it has. */
export function useAction<Given = void, Got = unknown>(
  act: (given: Given) => Promise<Got>,
  ...changed: readonly PathOf<'get'>[]
) {
  return useMutation({ mutationFn: act, onSuccess: () => refresh(...changed) });
}
