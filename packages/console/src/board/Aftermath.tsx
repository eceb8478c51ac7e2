import type { Alert } from '@fallwatch/client';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useWordsNow } from '../parts/now.js';
import { clockWords, secondsWords } from '../parts/times.js';

type Known = NonNullable<Alert['aftermath']>;

/** What the wearer has done since the fall: `lying still for 40 s`. Nothing while it is unknown, or after the end. */
export function Aftermath({ alert: { aftermath, state } }: { readonly alert: Alert }) {
  return aftermath && state !== 'CLOSED' ? <Known of={aftermath} /> : null;
}

function Known({ of: aftermath }: { readonly of: Known }) {
  const { t } = useTranslation();
  // Counted here: the service stores only when it began.
  return <span className="numbers">{useWordsNow((nowMs) => aftermathWords(t, aftermath, nowMs))}</span>;
}

export function aftermathWords(t: TFunction, { kind, since, until }: Known, nowMs: number): string {
  const endMs = until === null ? nowMs : Date.parse(until);
  const time = secondsWords(t, Math.max(0, endMs - Date.parse(since)) / 1_000);
  const isStill = kind === 'STILL' || kind === 'LYING_STILL';
  const words = t(`board.aftermath.${kind}`, { time: isStill ? time : clockWords(since) });
  return until === null ? words : `${words} · ${t('board.aftermath.ended', { time: clockWords(until) })}`;
}
