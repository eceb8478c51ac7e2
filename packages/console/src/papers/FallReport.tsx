import type { FallDetail } from '@fallwatch/client';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { useFallTimeline } from '../deliveries/useFallTimeline.js';
import { Answered } from '../parts/Answered.js';
import { Icon } from '../parts/Icon.js';
import { ButtonLink } from '../parts/links.js';
import { momentWords } from '../parts/times.js';
import { separator } from '../reports/reportData.js';
import { Measured } from './Measured.js';
import { Paper, PaperTitle } from './Paper.js';
import { FallFacts, OutcomeFacts, PersonFacts, ResponseFacts } from './reportFacts.js';
import type { ReportProps } from './reportProps.js';
import { Signature } from './Signature.js';
import { TimelineTable } from './TimelineTable.js';

/** Everything about one fall on one page. */
export function FallReport() {
  const { id } = useParams({ from: '/falls/$id/report' });
  const fall = useGet('/api/falls/{id}', { path: { id } });
  return <Answered of={fall}>{(data) => <ReportOfFall fall={data} />}</Answered>;
}

function ReportOfFall({ fall }: { readonly fall: FallDetail }) {
  const patient = useGet('/api/patients/{id}', { path: { id: fall.userId } });
  const timeline = useFallTimeline(fall.id);
  return (
    <Answered of={patient}>
      {(person) => (
        <Answered of={timeline}>
          {(notified) => <ReportPaper fall={fall} patient={person} notified={notified} />}
        </Answered>
      )}
    </Answered>
  );
}

function ReportPaper(props: ReportProps) {
  const { t } = useTranslation();
  const { fall, patient } = props;
  const { id } = fall;
  const name = `${patient.firstName} ${patient.lastName}`;
  const time = momentWords(fall.timeline.impactAt ?? fall.createdAt);
  return (
    <Paper
      title={`${t('papers.report.title')} ${name} ${time}`}
      footer={t('papers.report.id', { id })}
      actions={
        <>
          <ButtonLink to="/falls/$id" params={{ id }} variant="default">
            {t('papers.report.back')}
          </ButtonLink>
          <Button
            component="a"
            href={`/api/falls/${id}/timeline.csv?separator=${separator()}`}
            download
            variant="default"
            leftSection={<Icon of={IconDownload} />}
          >
            {t('papers.report.csv')}
          </Button>
        </>
      }
    >
      <PaperTitle>
        {t('papers.report.title')}: {name}
      </PaperTitle>
      <div className="paper-grid">
        <PersonFacts of={patient} />
        <FallFacts {...props} />
        <ResponseFacts {...props} />
        <OutcomeFacts {...props} />
        <Measured of={fall} />
        <TimelineTable fall={fall} notified={props.notified} />
        <Signature />
      </div>
    </Paper>
  );
}
