import type { FallDetail, Patient } from '@fallwatch/client';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { explanationWords } from '../parts/explanation.js';
import { clockWords, dateWords, momentWords, secondsWords } from '../parts/times.js';
import { Facts, PaperPart, Typed } from './Paper.js';
import type { ReportProps } from './reportProps.js';

export function PersonFacts({ of: patient }: { readonly of: Patient }) {
  const { t } = useTranslation();
  const { firstName, lastName, dateOfBirth, room, ward, address } = patient;
  return (
    <PaperPart title={t('papers.report.person')}>
      <Facts
        of={[
          [t('papers.report.name'), `${firstName} ${lastName}`],
          [t('papers.report.born'), dateOfBirth && dateWords(`${dateOfBirth}T12:00`)],
          [t('papers.report.place'), [room, ward].filter(Boolean).join(' · ')],
          [t('papers.report.address'), address],
        ]}
      />
    </PaperPart>
  );
}

export function FallFacts({ fall, patient: { devices } }: ReportProps) {
  const { t } = useTranslation();
  const { timeline, createdAt, location, status, witnessed, injuries, explanation, deviceId } = fall;
  const device = devices.find(({ id }) => id === deviceId)?.name;
  const at = timeline.impactAt ?? createdAt;
  return (
    <PaperPart title={t('papers.report.fall')}>
      <Facts
        of={[
          [t('papers.report.at'), `${dateWords(at)}, ${clockWords(at)}`],
          [t('papers.report.where'), location],
          [t('papers.report.assessment'), t(`common.fallLevel.${status}`)],
          [t('papers.report.source'), explanation ? (device ?? t('common.unknown')) : t('papers.report.byPerson')],
          ['', explanation && explanationWords(t, explanation)],
          [t('papers.report.witnessed'), witnessed === null ? null : t(witnessed ? 'common.yes' : 'common.no')],
          [t('papers.report.injuries'), injuries],
        ]}
      />
    </PaperPart>
  );
}

export function ResponseFacts({ fall, notified }: ReportProps) {
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

export function OutcomeFacts({ fall: { resolution, outcome, investigation }, patient }: ReportProps) {
  const { t } = useTranslation();
  const closer = patient.caregivers.find(({ id }) => id === resolution?.resolvedBy)?.name ?? t('papers.report.admin');
  return (
    <PaperPart title={t('papers.report.outcome')}>
      <Facts
        of={[
          [t('papers.report.outcome'), outcome ? t(`common.outcome.${outcome}`) : t('papers.report.open_')],
          [
            t('papers.report.closed'),
            resolution && t('papers.report.closedBy', { time: momentWords(resolution.resolvedAt), name: closer }),
          ],
          [t('papers.report.note'), resolution?.note && <Typed>{resolution.note}</Typed>],
          [t('papers.report.investigation'), investigation.notes && <Typed>{investigation.notes}</Typed>],
        ]}
      />
    </PaperPart>
  );
}
