import type { IncidentReport } from '@fallwatch/client';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { Icon } from '../parts/Icon.js';
import { ButtonLink } from '../parts/links.js';
import { momentWords } from '../parts/times.js';
import { separator } from '../reports/reportData.js';
import { Intervals } from './Intervals.js';
import { Measured } from './Measured.js';
import { OutcomeFacts, OutcomeRecords } from './OutcomeFacts.js';
import { Paper, PaperTitle } from './Paper.js';
import { FallFacts, PersonFacts, ResponseFacts } from './reportFacts.js';
import { Signature } from './Signature.js';
import { TimelineTable } from './TimelineTable.js';

/** One fall from the impact to the outcome, for paper. */
export function FallReport() {
  const { id } = useParams({ from: '/falls/$id/report' });
  const report = useGet('/api/falls/{id}/report', { path: { id } });
  return <Answered of={report}>{(data) => <ReportPaper of={data} />}</Answered>;
}

function ReportPaper({ of: report }: { readonly of: IncidentReport }) {
  const { t } = useTranslation();
  const { fall, person } = report;
  const { id } = fall;
  const { name } = person;
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
            href={`/api/falls/${id}/report.csv?separator=${separator()}`}
            download
            variant="default"
            leftSection={<Icon of={IconDownload} />}
          >
            {t('incident.csv')}
          </Button>
        </>
      }
    >
      <PaperTitle>
        {t('papers.report.title')}: {name}
      </PaperTitle>
      <div className="paper-grid">
        <PersonFacts of={person} />
        <FallFacts of={report} />
        <ResponseFacts of={report} />
        <OutcomeFacts of={report} />
        <Measured of={fall} />
        <Intervals of={report.intervals} />
        <TimelineTable of={report} />
        <OutcomeRecords of={report.outcomeRecords} />
        <Signature />
      </div>
    </Paper>
  );
}
