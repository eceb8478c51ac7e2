import { Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { Mark } from '../parts/Mark.js';
import { momentWords } from '../parts/times.js';
import { type CalendarRow, isMissing, toCalendarRows } from './calendarRows.js';
import { gapWords, sourceWords } from './scheduleWords.js';

/** The next four weeks, as the service asks for them by default. Gaps are red before they happen. */
export function Calendar({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const answer = useGet('/api/schedules/{id}/shifts', { path: { id } });
  return (
    <Answered of={answer}>
      {(shifts) => (
        <Table.ScrollContainer minWidth={280} type="native" tabIndex={0}>
          <Table aria-label={t('schedules.calendar')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('schedules.from')}</Table.Th>
                <Table.Th>{t('schedules.to')}</Table.Th>
                <Table.Th>{t('schedules.who')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {toCalendarRows(shifts).map((row) => (
                <Row key={row.id} of={row} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Answered>
  );
}

function Row({ of: row }: { readonly of: CalendarRow }) {
  const [now] = useState(() => new Date().toISOString());
  const isNow = row.from <= now && row.until > now;
  return (
    <Table.Tr {...(isNow ? { fw: 700, 'aria-current': 'time' } : {})}>
      <Table.Td className="numbers">{momentWords(row.from)}</Table.Td>
      <Table.Td className="numbers">{momentWords(row.until)}</Table.Td>
      <Table.Td>
        <Who of={row} />
      </Table.Td>
    </Table.Tr>
  );
}

function Who({ of: row }: { readonly of: CalendarRow }) {
  const { t } = useTranslation();
  const { user, source, reason } = row;
  if (reason !== null)
    return (
      <span className="wraps">
        <Mark tone={isMissing(row) ? 'danger' : 'plain'}>{gapWords(t, reason)}</Mark>
      </span>
    );
  return (
    <>
      {user?.name}
      {source === 'SUBSTITUTION' && (
        <Text component="span" size="sm" c="dimmed">
          {' · '}
          {sourceWords(t, source)}
        </Text>
      )}
    </>
  );
}
