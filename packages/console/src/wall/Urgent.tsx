import type { Alert } from '@fallwatch/client';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { alertMeaning, happenedAt, takesScreen } from '../board/alertRules.js';
import { Icon } from '../parts/Icon.js';
import { Elapsed } from '../parts/times.js';
import { personWords, whereWords } from './rooms.js';
import { usePrivacy } from './wallPrivacy.js';

/** Rows below the largest one. */
const shownBeside = 3;

/** The largest thing on the wall: the room where somebody has waited longest. */
export function Urgent({ waiting }: { readonly waiting: readonly Alert[] }) {
  const { t } = useTranslation();
  const privacy = usePrivacy();
  const [first, ...others] = waiting;
  if (!first)
    return (
      <section className="wall-urgent wall-calm" aria-live="polite">
        <Icon of={IconCheck} size={96} />
        <p className="wall-what">{t('board.alerts.noneWaiting')}</p>
      </section>
    );
  const details = [personWords(first.patientName, privacy), first.patient?.ward].filter(Boolean);
  return (
    <section className="wall-urgent" data-meaning={alertMeaning(first)} aria-live="assertive">
      <div>
        <p className="wall-what">{t(`wall.what.${toKind(first)}`)}</p>
        <p className="wall-room">{whereWords(t, first)}</p>
        {details.length > 0 && <p className="wall-what">{details.join(' · ')}</p>}
      </div>
      <p className="wall-nobody">{t('wall.nobody')}</p>
      <p className="wall-clock">
        <Elapsed since={happenedAt(first)} />
      </p>
      {others.length > 0 && (
        <ul className="wall-others" aria-label={t('board.stage.othersLabel')}>
          {others.slice(0, shownBeside).map((alert) => (
            <li key={alert.id}>
              <span>
                {whereWords(t, alert)} · {t(`wall.what.${toKind(alert)}`)}
              </span>
              <Elapsed since={happenedAt(alert)} />
            </li>
          ))}
          {others.length > shownBeside && <li>{t('wall.more', { count: others.length - shownBeside })}</li>}
        </ul>
      )}
    </section>
  );
}

type Kind = 'help' | 'fall' | 'drill' | 'silent' | 'battery' | 'other';

function toKind(alert: Alert): Kind {
  if (alert.isDrill) return 'drill';
  if (takesScreen(alert)) return alert.wearerResponse?.answer === 'NEEDS_HELP' ? 'help' : 'fall';
  if (alert.type === 'DEVICE_SILENT') return 'silent';
  return alert.type === 'LOW_BATTERY' ? 'battery' : 'other';
}
