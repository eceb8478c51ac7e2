import type { ScheduleDetail } from '@fallwatch/client';
import { Button, Group, List, Text } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, useGet } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { Confirm } from '../parts/Confirm.js';
import { Page } from '../parts/Page.js';
import { Section } from '../parts/Section.js';
import { dateWords } from '../parts/times.js';
import { useSignedIn } from '../session.js';
import { Calendar } from './Calendar.js';
import { Calendars } from './Calendars.js';
import { NextGap, OnDutyNow } from './DutyState.js';
import { ScheduleEditor } from './ScheduleEditor.js';
import { Substitutions } from './Substitutions.js';
import { dayWords, zoneHere } from './scheduleWords.js';

export function SchedulePage() {
  const { id } = useParams({ from: '/schedules/$id' });
  const answer = useGet('/api/schedules/{id}', { path: { id } });
  return <Answered of={answer}>{(schedule) => <Shown schedule={schedule} />}</Answered>;
}

interface ScheduleProps {
  readonly schedule: ScheduleDetail;
}

function Shown({ schedule }: ScheduleProps) {
  const { t } = useTranslation();
  const isAdmin = useSignedIn().role === 'ADMIN';
  return (
    <Page title={schedule.name} aside={isAdmin && <Changes schedule={schedule} />}>
      <Section title={t('schedules.now')}>
        <Text fz="lg" fw={600}>
          <OnDutyNow of={schedule} />
        </Text>
        <Text component="div">
          {t('schedules.nextGap')}: <NextGap of={schedule} />
        </Text>
      </Section>
      <Section title={t('schedules.calendar')}>
        {schedule.zone !== zoneHere() && <Text size="sm">{t('schedules.yourZone', { zone: zoneHere() })}</Text>}
        <Calendar id={schedule.id} />
      </Section>
      <Substitutions schedule={schedule} canChange={isAdmin} />
      <Rule schedule={schedule} />
      {isAdmin && <Calendars schedule={schedule} />}
    </Page>
  );
}

function Changes({ schedule: { id, ...schedule } }: ScheduleProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'editor' | 'deletion'>();
  const close = (): void => setOpen(undefined);
  const remove = async (): Promise<void> => {
    await api.delete('/api/schedules/{id}', { path: { id } });
    await navigate({ to: '/schedules' });
  };
  return (
    <Group gap="sm">
      <Button size="md" variant="default" onClick={() => setOpen('editor')}>
        {t('schedules.change')}
      </Button>
      <Button size="md" variant="default" onClick={() => setOpen('deletion')}>
        {t('schedules.delete')}
      </Button>
      {open === 'editor' && <ScheduleEditor schedule={{ id, ...schedule }} onClose={close} />}
      {open === 'deletion' && (
        <Confirm
          title={t('schedules.deleteTitle', { name: schedule.name })}
          explain={
            schedule.planCount === 0
              ? t('schedules.deleteUnused')
              : t('schedules.deleteExplain', { count: schedule.planCount })
          }
          submit={t('schedules.delete')}
          isDangerous
          act={remove}
          changed={['/api/schedules']}
          onClose={close}
        />
      )}
    </Group>
  );
}

function Rule({ schedule: { members, zone, startOn, handOver, turnDays, weekdays } }: ScheduleProps) {
  const { t } = useTranslation();
  return (
    <Section title={t('schedules.rule')}>
      <Text>
        {t('schedules.ruleWords', { time: handOver, zone, date: dateWords(`${startOn}T12:00:00`) })}{' '}
        {t('schedules.turn', { count: turnDays })}. {weekdayWords(t, weekdays)}
      </Text>
      <List type="ordered">
        {members.map(({ id, name, isActive }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a person may have several turns; the place tells them apart.
          <List.Item key={`${id} ${index}`}>
            {name ?? t('schedules.deleted')}
            {!isActive && name !== null && ` · ${t('common.accountStatus.inactive')}`}
          </List.Item>
        ))}
      </List>
    </Section>
  );
}

function weekdayWords(t: TFunction, weekdays: readonly number[]): string {
  if (weekdays.length === 7) return t('schedules.everyDay');
  return weekdays
    .toSorted((one, other) => one - other)
    .map((day) => dayWords(day))
    .join(', ');
}
