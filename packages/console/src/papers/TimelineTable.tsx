import type { FallDetail, FallTimeline } from '@fallwatch/client';
import { useTranslation } from 'react-i18next';
import { clockWords } from '../parts/times.js';
import { EventLine } from '../person/EventWords.js';
import { listEvents } from '../person/timelineEvents.js';
import { PaperPart } from './Paper.js';

/** What fits on the page beside everything else. */
const shownDeliveries = 10;

export function TimelineTable({ fall, notified }: { readonly fall: FallDetail; readonly notified: FallTimeline }) {
  const { t } = useTranslation();
  const events = listEvents(fall.timeline, notified, shownDeliveries);
  const sent = notified.deliveries.filter(({ status }) => status !== 'cancelled').length;
  return (
    <PaperPart title={t('papers.report.timeline')} isWide>
      <table className="paper-table">
        <thead>
          <tr>
            <th>{t('papers.report.time')}</th>
            <th>{t('papers.report.event')}</th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr key={event.key}>
              <td className="numbers">{clockWords(event.at)}</td>
              <td>
                <EventLine of={event} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {sent > shownDeliveries && <p>{t('papers.report.moreEvents', { count: sent - shownDeliveries })}</p>}
    </PaperPart>
  );
}
