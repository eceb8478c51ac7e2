import type { IncidentReport } from '@fallwatch/client';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DeliveryLine } from '../deliveries/DeliveryLine.js';
import { clockWords } from '../parts/times.js';
import { aftermathWords, answerWords, responseWords } from '../person/EventWords.js';
import { PaperPart } from './Paper.js';

type Entry = IncidentReport['entries'][number];

const moments = {
  IMPACT: 'person.timeline.impactAt',
  RECORDED: 'person.timeline.recordedAt',
  ALERTED: 'incident.alertedAt',
  NOTIFIED: 'person.timeline.notifiedAt',
  SEEN: 'person.timeline.seenAt',
  ACKNOWLEDGED: 'person.timeline.acknowledgedAt',
  CANCELLED: 'person.timeline.cancelledAt',
  CONFIRMED: 'person.timeline.confirmedAt',
  RESOLVED: 'person.timeline.resolvedAt',
} as const;

/** Every entry of the timeline at its second. A cancelled delivery was never sent: somebody had answered before. */
export function TimelineTable({ of: report }: { readonly of: IncidentReport }) {
  const { t } = useTranslation();
  const shown = report.entries.filter(({ event, status }) => event !== 'DELIVERY' || status !== 'cancelled');
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
          {shown.map((entry, index) => (
            <tr key={`${entry.event} ${entry.at} ${entry.id ?? index}`}>
              <td className="numbers">
                <time dateTime={entry.at}>{clockWords(entry.at)}</time>
              </td>
              <td>{entryWords(t, entry, report)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PaperPart>
  );
}

function entryWords(t: TFunction, entry: Entry, { notified }: IncidentReport): ReactNode {
  const { event, id, at } = entry;
  if (event in moments) return t(moments[event as keyof typeof moments]);
  const delivery = event === 'DELIVERY' && notified.deliveries.find((one) => one.id === id);
  if (delivery) return <DeliveryLine of={delivery} />;
  const answer = event === 'ANSWER' && notified.answers.find((one) => one.id === id && one.at === at);
  if (answer) return answerWords(t, answer);
  const aftermath = event === 'AFTERMATH' && notified.aftermath.find((one) => one.at === at);
  if (aftermath) return aftermathWords(t, aftermath);
  const response = event === 'RESPONSE' && notified.responses.find((one) => one.at === at && one.kind === entry.status);
  if (response) return responseWords(t, response);
  return [entry.person, event, entry.status].filter(Boolean).join(' · ');
}
