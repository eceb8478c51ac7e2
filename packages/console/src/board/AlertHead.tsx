import type { Alert } from '@fallwatch/client';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { clockWords, Elapsed, timeWords } from '../parts/times.js';
import { useSignedIn } from '../session.js';
import { alertMeaning, happenedAt, isWaiting } from './alertRules.js';
import { whatWords } from './alertWords.js';

/** Who, what and since when. Red: the person needs an answer. Outlined: a reminder, nobody has fallen just now. */
export function AlertHead({ alert }: { readonly alert: Alert }) {
  const { t } = useTranslation();
  const { id } = useSignedIn();
  const isOpen = isWaiting(alert);
  return (
    <header
      className="stage-head"
      data-meaning={isOpen ? alertMeaning(alert) : 'primary'}
      data-outlined={(isOpen && alert.reminder !== null) || undefined}
    >
      <div className="stage-width">
        <h2 id="alert-who" tabIndex={-1}>
          {alert.patientName}
        </h2>
        <div className="stage-what">
          <span>{headWords(t, alert, id)}</span>
          <span className="stage-clock" title={clockWords(happenedAt(alert))}>
            <Elapsed since={happenedAt(alert)} />
          </span>
        </div>
      </div>
    </header>
  );
}

function headWords(t: TFunction, alert: Alert, meId: string): string {
  const { type, isDrill, reminder, wearerResponse } = alert;
  if (type !== 'FALL_DETECTED' || isDrill || reminder !== null) return whatWords(t, alert, meId);
  if (wearerResponse?.answer === 'NEEDS_HELP') return whatWords(t, alert, meId);
  return t('board.stage.fellAt', { time: timeWords(happenedAt(alert)) });
}
