import { Button, Group, Text } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered } from '../parts/Answered.js';
import { Icon } from '../parts/Icon.js';
import { ButtonLink } from '../parts/links.js';
import { Page } from '../parts/Page.js';
import { PaperColours } from '../parts/PaperColours.js';
import { Empty } from '../parts/states.js';
import { dateWords } from '../parts/times.js';
import { useSignedIn } from '../session.js';
import { DeviceFigures } from './DeviceFigures.js';
import { FallFigures } from './FallFigures.js';
import { KeyFigures } from './KeyFigures.js';
import { ReportFilters } from './ReportFilters.js';
import { ResponseFigures } from './ResponseFigures.js';
import { csvAddress, type ReportChoice, useFallStatistics } from './reportData.js';

/** What happened in the last weeks, for a talk with the team, the family or an inspector. */
export function ReportsPage() {
  const { t } = useTranslation();
  const [choice, setChoice] = useState<ReportChoice>({ weeks: 12, ward: '' });
  const falls = useFallStatistics(choice);
  return (
    <Page title={t('reports.title')} aside={<Actions choice={choice} />}>
      <PaperColours />
      <ReportFilters of={choice} onChange={setChoice} />
      <Answered of={falls}>
        {(data) => (
          <>
            <Subject choice={choice} from={data.from} to={data.to} />
            {data.total.falls + data.total.falseAlarms === 0 ? (
              <Empty title={t('reports.none')}>{t('reports.noneExplain')}</Empty>
            ) : (
              <>
                <KeyFigures total={data.total} choice={choice} />
                <div className="card-columns">
                  <FallFigures of={data} />
                  <ResponseFigures choice={choice} />
                  <DeviceFigures choice={choice} />
                </div>
              </>
            )}
          </>
        )}
      </Answered>
    </Page>
  );
}

function Actions({ choice }: { readonly choice: ReportChoice }) {
  const { t } = useTranslation();
  const { role } = useSignedIn();
  return (
    <Group gap="sm" className="no-print">
      {role === 'ADMIN' && (
        <ButtonLink to="/reports/monthly" variant="default">
          {t('incident.month.open')}
        </ButtonLink>
      )}
      <Button
        component="a"
        href={csvAddress('falls', choice)}
        download
        variant="default"
        leftSection={<Icon of={IconDownload} />}
      >
        {t('reports.csv')}
      </Button>
      <Button leftSection={<Icon of={IconPrinter} />} onClick={() => window.print()}>
        {t('reports.print')}
      </Button>
    </Group>
  );
}

interface SubjectProps {
  readonly choice: ReportChoice;
  readonly from: string;
  readonly to: string;
}

/** The period and whom it is about; on paper there are no filters. */
function Subject({ choice: { ward }, from, to }: SubjectProps) {
  const { t } = useTranslation();
  const { role } = useSignedIn();
  const who = role === 'ADMIN' ? t('reports.aboutAll') : t('reports.about');
  return (
    <Text className="numbers">
      {t('reports.range', { from: dateWords(from), to: dateWords(to) })}
      {ward && ` · ${ward}`} · {who}
    </Text>
  );
}
