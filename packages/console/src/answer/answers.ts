import { type AnsweredAlert, FallwatchError, type NewAnswer } from '@fallwatch/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, queries } from '../api.js';
import { languageNow, speak } from '../words/words.js';

/** Longer than a slow answer on a bad connection: without it, a connection that swallows requests would wait for ever. */
const answerWithinMs = 10_000;
/** Somebody else may take the alert while this page is open. */
const refreshEveryMs = 10_000;

const answerKey = (token: string) => ['/api/answers/read', token] as const;

/** Unknown, expired, or not for this person any more: the service does not say which. */
export const isUnknownToken = (error: unknown): boolean => error instanceof FallwatchError && error.status === 404;

/** Reading changes nothing. A failure is shown at once, and the next refresh tries again. */
export function useAnsweredAlert(token: string) {
  return useQuery({
    queryKey: answerKey(token),
    queryFn: ({ signal }) => readAnswer(token, signal),
    enabled: token !== '',
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state: { data, error } }) =>
      (data ? data.state === 'OPEN' : !isUnknownToken(error)) && refreshEveryMs,
  });
}

async function readAnswer(token: string, signal: AbortSignal): Promise<AnsweredAlert> {
  const ended = AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]);
  const alert = await api.post('/api/answers/read', { body: { token }, signal: ended });
  // The language of the message. The one chosen for the console stays stored. A failed download is no reason to fail.
  if (alert.language !== languageNow()) await speak(alert.language).catch(() => undefined);
  return alert;
}

/** After a failure the alert is read again: the answer may have arrived although its confirmation did not. */
export function useGiveAnswer(token: string) {
  const queryKey = answerKey(token);
  return useMutation({
    mutationFn: (answer: NewAnswer['answer']) =>
      api.post('/api/answers', { body: { token, answer }, signal: AbortSignal.timeout(answerWithinMs) }),
    onSuccess: async (alert) => {
      // A refresh that began before the answer would show the state before it.
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, alert);
    },
    onError: () => queries.invalidateQueries({ queryKey }),
  });
}
