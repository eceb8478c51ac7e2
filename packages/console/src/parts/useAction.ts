import type { PathOf } from '@fallwatch/client';
import { useMutation } from '@tanstack/react-query';
import { refresh } from '../api.js';

/** A change on the server, and the lists to fetch again after it. */
export function useAction<Given = void, Got = unknown>(
  act: (given: Given) => Promise<Got>,
  ...changed: readonly PathOf<'get'>[]
) {
  return useMutation({ mutationFn: act, onSuccess: () => refresh(...changed) });
}
