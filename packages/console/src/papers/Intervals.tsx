import type { IncidentReport } from '@fallwatch/client';
import { useTranslation } from 'react-i18next';
import { Facts, PaperPart } from './Paper.js';

const order = [
  'impactToAlert',
  'alertToFirstNotice',
  'alertToTaken',
  'takenToArrived',
  'arrivedToClosed',
  'impactToClosed',
] as const;

/** How long each part took, in seconds. What is not known is left out. */
export function Intervals({ of: intervals }: { readonly of: IncidentReport['intervals'] }) {
  const { t } = useTranslation();
  if (order.every((name) => intervals[name] === null)) return null;
  return (
    <PaperPart title={t('incident.times')} isWide>
      <div className="paper-figures">
        <Facts
          of={order.map((name) => {
            const seconds = intervals[name];
            return [
              t(`incident.interval.${name}`),
              seconds === null ? null : t('incident.seconds', { count: seconds }),
            ];
          })}
        />
      </div>
    </PaperPart>
  );
}
