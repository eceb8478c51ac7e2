import type { IncidentReport } from '@fallwatch/client';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { detailKey, detailNames } from '../board/OutcomeDetails.js';
import { clockWords, dateWords, momentWords } from '../parts/times.js';
import { Facts, PaperPart, Typed } from './Paper.js';

type Recorded = Pick<IncidentReport['outcomeRecords'][number], (typeof detailNames)[number]>;

/** Injury, head, ambulance and who lifted the person, as far as somebody recorded it. */
function listDetails(t: TFunction, recorded: Recorded): [name: string, value: string][] {
  return detailNames.flatMap((name) => {
    const value = recorded[name];
    return value === null ? [] : [[t(`incident.fact.${name}`), t(detailKey(name, value))]];
  });
}

export function OutcomeFacts({ of: { fall, closedByName } }: { readonly of: IncidentReport }) {
  const { t } = useTranslation();
  const { resolution, outcome, investigation } = fall;
  return (
    <PaperPart title={t('papers.report.outcome')}>
      <Facts
        of={[
          [t('papers.report.outcome'), outcome ? t(`common.outcome.${outcome}`) : t('papers.report.open_')],
          ...(resolution ? listDetails(t, resolution) : []),
          [
            t('papers.report.closed'),
            resolution &&
              t('papers.report.closedBy', {
                time: momentWords(resolution.resolvedAt),
                name: closedByName ?? t('papers.report.admin'),
              }),
          ],
          [t('papers.report.note'), resolution?.note && <Typed>{resolution.note}</Typed>],
          [t('papers.report.investigation'), investigation.notes && <Typed>{investigation.notes}</Typed>],
        ]}
      />
    </PaperPart>
  );
}

/** Every outcome, if the first one was corrected. */
export function OutcomeRecords({ of: records }: { readonly of: IncidentReport['outcomeRecords'] }) {
  const { t } = useTranslation();
  if (records.length < 2) return null;
  return (
    <PaperPart title={t('incident.corrections')} isWide>
      <table className="paper-table">
        <tbody>
          {records.map((record) => (
            <tr key={`${record.recordedAt} ${record.recordedBy}`}>
              <td className="numbers">
                {dateWords(record.recordedAt)}, {clockWords(record.recordedAt)}
              </td>
              <td>{record.recordedByName ?? t('common.unknown')}</td>
              <td>{recordWords(t, record)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PaperPart>
  );
}

function recordWords(t: TFunction, record: IncidentReport['outcomeRecords'][number]): string {
  const { outcome, note } = record;
  const details = listDetails(t, record).map(([name, value]) => `${name}: ${value}`);
  return [outcome ? t(`common.outcome.${outcome}`) : t('incident.notRecorded'), ...details, note ?? '']
    .filter(Boolean)
    .join(' · ');
}
