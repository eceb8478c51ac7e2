import { useTranslation } from 'react-i18next';
import { useNow } from '../parts/now.js';
import { ErrorNote } from '../parts/states.js';
import { clockWords } from '../parts/times.js';
import { Warning } from '../parts/Warning.js';
import { type Taking, useTaking } from './taking.js';

/** An answer usually takes a tenth of this time. Until then only the button shows that the request is being sent. */
const soonMs = 2_000;

export const isUnsent = (taking: Taking | undefined, nowMs: number): boolean =>
  taking?.status === 'sending' && (taking.failures > 0 || nowMs - taking.pressedAtMs > soonMs);

interface Of {
  readonly alertId: string;
}

/** In long lists: only an alert whose button was pressed renders with the clock. */
export function NotSentWords({ alertId }: Of) {
  const taking = useTaking(alertId);
  return taking && <UnsentWords taking={taking} />;
}

function UnsentWords({ taking }: { readonly taking: Taking }) {
  const { t } = useTranslation();
  return isUnsent(taking, useNow()) && <> · {t('board.notSent.title')}</>;
}

/** The state of «I'm on it» until the service has confirmed it. */
export function NotSent({ alertId }: Of) {
  const { t } = useTranslation();
  const taking = useTaking(alertId);
  const now = useNow();
  if (!taking) return null;
  const time = clockWords(new Date(taking.pressedAtMs).toISOString());
  const isTaking = taking.action === 'TAKE';
  if (taking.status === 'refused') return <ErrorNote error={taking.error} />;
  if (taking.status === 'expired')
    return (
      <Warning title={t('board.notSent.expired')}>
        {t(isTaking ? 'board.notSent.expiredExplain' : 'response.expired', { time })}
      </Warning>
    );
  if (!isUnsent(taking, now)) return null;
  return (
    <Warning title={t('board.notSent.title')}>
      {t(isTaking ? 'board.notSent.explain' : 'response.notSent', { time })}
    </Warning>
  );
}
