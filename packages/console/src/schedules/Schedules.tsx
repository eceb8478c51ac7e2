import type { Schedule } from '@fallwatch/client';
import { Button, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { List } from '../parts/List.js';
import { ButtonLink } from '../parts/links.js';
import { Page } from '../parts/Page.js';
import { Empty } from '../parts/states.js';
import { useSignedIn } from '../session.js';
import { NextGap, OnDutyNow } from './DutyState.js';
import { OwnShifts } from './OwnShifts.js';
import { ScheduleEditor } from './ScheduleEditor.js';

/** Who is on duty now, and where nobody will be. Caregivers see their own schedules and shifts. */
export function Schedules() {
  const { t } = useTranslation();
  const { id, role } = useSignedIn();
  const [isAdding, setAdding] = useState(false);
  const navigate = useNavigate();
  const answer = useGet('/api/schedules');
  return (
    <Page
      title={t('schedules.title')}
      aside={
        role === 'ADMIN' && (
          <Button size="md" onClick={() => setAdding(true)}>
            {t('schedules.add')}
          </Button>
        )
      }
    >
      <Text>{t('schedules.explain')}</Text>
      <Answered of={answer}>
        {(rows) => (
          <>
            <Rows rows={rows} />
            {role === 'CAREGIVER' && <OwnShifts schedules={rows} userId={id} />}
          </>
        )}
      </Answered>
      {isAdding && (
        <ScheduleEditor
          onSaved={({ id }) => void navigate({ to: '/schedules/$id', params: { id } })}
          onClose={() => setAdding(false)}
        />
      )}
    </Page>
  );
}

function Rows({ rows }: { readonly rows: readonly Schedule[] }) {
  const { t } = useTranslation();
  if (rows.length === 0) return <Empty title={t('schedules.none')}>{t('schedules.noneExplain')}</Empty>;
  return (
    <List
      label={t('schedules.title')}
      rows={rows}
      columns={[
        { label: t('common.name'), cell: ({ name }) => name },
        { label: t('schedules.now'), cell: (schedule) => <OnDutyNow of={schedule} /> },
        { label: t('schedules.nextGap'), cell: (schedule) => <NextGap of={schedule} /> },
      ]}
      actions={({ id, name }) => (
        <ButtonLink
          to="/schedules/$id"
          params={{ id }}
          variant="default"
          size="sm"
          aria-label={t('schedules.openNamed', { name })}
        >
          {t('schedules.open')}
        </ButtonLink>
      )}
    />
  );
}
