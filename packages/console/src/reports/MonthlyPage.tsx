import type { MonthlyReport } from '@fallwatch/client';
import { Button, Group, TextInput } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { Icon } from '../parts/Icon.js';
import { ButtonLink } from '../parts/links.js';
import { Page } from '../parts/Page.js';
import { PaperColours } from '../parts/PaperColours.js';
import { localeNow } from '../words/words.js';
import { Endings, GroupTable, MeasureSection } from './MonthlyFigures.js';
import { separator, timeZone } from './reportData.js';

/** `2026-01`: the month before this one, whose figures are complete. */
function lastMonth(): string {
  const now = new Date();
  const first = new Date(Date.UTC(now.getFullYear(), now.getMonth() - 1, 1));
  return first.toISOString().slice(0, 7);
}

function useMonthlyReport(month: string) {
  const path = '/api/statistics/monthly';
  const query = { month, timeZone };
  return useQuery({
    queryKey: [path, query],
    queryFn: ({ signal }) => api.get(path, { query, signal }),
    staleTime: 300_000,
    refetchInterval: false,
  });
}

/** The figures of a month for the management and the inspectors, against the telecare measure. */
export function MonthlyPage() {
  const { t } = useTranslation();
  const [month, setMonth] = useState(lastMonth);
  const answer = useMonthlyReport(month);
  return (
    <Page title={t('incident.month.title')} aside={<Actions month={month} />}>
      <PaperColours />
      <TextInput
        type="month"
        label={t('incident.month.month')}
        size="md"
        w={220}
        className="no-print"
        value={month}
        // Emptied while somebody types: the figures stay.
        onChange={({ currentTarget: { value } }) => /^20\d\d-\d\d$/.test(value) && setMonth(value)}
      />
      <Answered of={answer}>{(report) => <Figures of={report} />}</Answered>
    </Page>
  );
}

function Actions({ month }: { readonly month: string }) {
  const { t } = useTranslation();
  const query = new URLSearchParams({ month, timeZone, separator: separator() });
  return (
    <Group gap="sm" className="no-print">
      <ButtonLink to="/reports" variant="default">
        {t('incident.month.back')}
      </ButtonLink>
      <Button
        component="a"
        href={`/api/statistics/monthly.csv?${query}`}
        download
        variant="default"
        leftSection={<Icon of={IconDownload} />}
      >
        {t('incident.month.csv')}
      </Button>
      <Button leftSection={<Icon of={IconPrinter} />} onClick={() => window.print()}>
        {t('reports.print')}
      </Button>
    </Group>
  );
}

function Figures({ of: report }: { readonly of: MonthlyReport }) {
  const { t } = useTranslation();
  const { total, shifts, byShift, byWard } = report;
  const words = new Intl.DateTimeFormat(localeNow(), { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const shiftWords = (name: (typeof byShift)[number]['shift']): string => {
    const { from = '', to = '' } = shifts.find(({ shift }) => shift === name) ?? {};
    return t('incident.month.shiftName', { shift: t(`incident.month.${name}`), from, to });
  };
  return (
    <>
      <MeasureSection of={total} month={words.format(new Date(`${report.month}-01T00:00:00Z`))} />
      <GroupTable
        title={t('incident.month.byShift')}
        name={t('incident.month.shift')}
        rows={byShift.map((row) => ({ key: row.shift, name: shiftWords(row.shift), figures: row }))}
        total={total}
      />
      <GroupTable
        title={t('incident.month.byWard')}
        name={t('incident.month.ward')}
        rows={byWard.map((row) => ({
          key: row.ward ?? '',
          name: row.ward ?? t('incident.month.noWard'),
          figures: row,
        }))}
        total={total}
      />
      <Endings of={total} />
    </>
  );
}
