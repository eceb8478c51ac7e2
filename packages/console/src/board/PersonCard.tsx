import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Face } from '../parts/Face.js';
import { Pill } from '../parts/Pill.js';
import { placeWords } from '../parts/place.js';
import { Ago } from '../parts/times.js';
import type { Cared } from './people.js';
import { Sparkline } from './Sparkline.js';
import { statuses } from './status.js';

/**
 * Memo: of many cards, only those whose person has changed are rendered again. Plain elements: 500 cards of Mantine's
 * components take three times as long.
 */
export const PersonCard = memo(
  function PersonCard({ cared: { patient, name, status, trend } }: { readonly cared: Cared }) {
    const { t } = useTranslation();
    const { meaning, icon } = statuses[status];
    const isSilent = status === 'silent';
    // The time since the last signal needs the place of the ward.
    const place = placeWords(t, isSilent ? { ...patient, ward: null } : patient);
    return (
      <div className="person" data-meaning={meaning}>
        <Face name={name} photoUrl={patient.photoUrl} />
        <a className="person-name" href={`/people/${patient.id}`}>
          {name}
        </a>
        <span className="person-where">
          {place}
          {isSilent && (
            <>
              {place && ' · '}
              <Ago at={patient.device?.lastSeen ?? null} />
            </>
          )}
        </span>
        <span className="person-foot">
          <Pill meaning={meaning} icon={icon}>
            {t(`board.status.${status}`)}
          </Pill>
          {trend ? <Sparkline values={trend.heartRate} /> : <span className="spark" />}
          <Battery percent={patient.device?.batteryLevel ?? null} />
        </span>
      </div>
    );
  },
  ({ cared: one }, { cared: other }) =>
    one.patient === other.patient && one.trend === other.trend && one.status === other.status,
);

function Battery({ percent }: { readonly percent: number | null }) {
  const { t } = useTranslation();
  if (percent === null) return null;
  return (
    <span className="person-battery numbers" title={t('common.battery', { percent: Math.round(percent) })}>
      {Math.round(percent)} %
    </span>
  );
}
