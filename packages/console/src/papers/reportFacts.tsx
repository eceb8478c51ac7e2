import type { FallDetail, IncidentReport } from '@fallwatch/client';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { explanationWords } from '../parts/explanation.js';
import { clockWords, dateWords, secondsWords } from '../parts/times.js';
import { Facts, PaperPart } from './Paper.js';

interface ReportProps {
  readonly of: IncidentReport;
}

export function PersonFacts({ of: person }: { readonly of: IncidentReport['person'] }) {
  const { t } = useTranslation();
  const { name, dateOfBirth, room, ward, address } = person;
  return (
    <PaperPart title={t('papers.report.person')}>
      <Facts
        of={[
          [t('papers.report.name'), name],
          [t('papers.report.born'), dateOfBirth && dateWords(`${dateOfBirth}T12:00`)],
          [t('papers.report.place'), [room, ward].filter(Boolean).join(' · ')],
          [t('papers.report.address'), address],
        ]}
      />
    </PaperPart>
  );
}

export function FallFacts({ of: { fall, person } }: ReportProps) {
  const { t } = useTranslation();
  const { timeline, createdAt, location, status, witnessed, injuries, explanation } = fall;
  const at = timeline.impactAt ?? createdAt;
  return (
    <PaperPart title={t('papers.report.fall')}>
      <Facts
        of={[
          [t('papers.report.at'), `${dateWords(at)}, ${clockWords(at)}`],
          [t('papers.report.where'), location],
          [t('papers.report.assessment'), t(`common.fallLevel.${status}`)],
          [
            t('papers.report.source'),
            explanation ? (person.deviceName ?? t('common.unknown')) : t('papers.report.byPerson'),
          ],
          ['', explanation && explanationWords(t, explanation)],
          [t('papers.report.witnessed'), witnessed === null ? null : t(witnessed ? 'common.yes' : 'common.no')],
          [t('papers.report.injuries'), injuries],
        ]}
      />
    </PaperPart>
  );
}

export function ResponseFacts({ of: { fall, notified } }: ReportProps) {
  const { t } = useTranslation();
  const { notifiedAt, acknowledgedAt, cancelledAt, confirmedAt } = fall.timeline;
  const taker = notified.answers.find(({ answer }) => answer === 'ON_IT');
  return (
    <PaperPart title={t('papers.report.response')}>
      <Facts
        of={[
          [t('papers.report.notified'), notifiedAt && clockWords(notifiedAt)],
          [
            t('papers.report.taken'),
            acknowledgedAt === null ? t('papers.report.notTaken') : takenWords(t, fall, taker?.name),
          ],
          [t('person.timeline.cancelledAt'), cancelledAt && clockWords(cancelledAt)],
          [t('person.timeline.confirmedAt'), confirmedAt && clockWords(confirmedAt)],
        ]}
      />
    </PaperPart>
  );
}

function takenWords(t: TFunction, { responseTime }: FallDetail, name: string | undefined): string {
  const time = secondsWords(t, responseTime ?? 0);
  return name === undefined ? t('papers.report.takenUnknown', { time }) : t('papers.report.takenAfter', { name, time });
}
