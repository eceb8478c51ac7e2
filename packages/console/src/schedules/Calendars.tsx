import type { ScheduleDetail } from '@fallwatch/client';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { Reason } from '../contacts/ContactState.js';
import { Confirm } from '../parts/Confirm.js';
import { Mark } from '../parts/Mark.js';
import { Section } from '../parts/Section.js';
import { momentWords, timeWords } from '../parts/times.js';
import { PublishCalendar } from './PublishCalendar.js';
import { ReadCalendar } from './ReadCalendar.js';
import { schedulePaths } from './schedulePaths.js';

type Asked = 'read' | 'stop' | 'publish' | 'withdraw';

/** A calendar elsewhere that decides, and the one that others subscribe to. For admins. */
export function Calendars({ schedule: { id, feed, hasCalendar } }: { readonly schedule: ScheduleDetail }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Asked>();
  const close = (): void => setAsked(undefined);
  const button = (what: Asked, label: string) => (
    <Button size="md" variant="default" className="wraps" onClick={() => setAsked(what)}>
      {label}
    </Button>
  );
  return (
    <Section title={t('schedules.calendars.title')}>
      {feed === null ? <Text>{t('schedules.calendars.turnsDecide')}</Text> : <FeedState of={feed} />}
      <Group gap="sm">
        {button('read', t(feed === null ? 'schedules.calendars.read' : 'schedules.calendars.readOther'))}
        {feed !== null && button('stop', t('schedules.calendars.stop'))}
      </Group>
      <Text>{t(hasCalendar ? 'schedules.calendars.published' : 'schedules.calendars.notPublished')}</Text>
      <Group gap="sm">
        {button('publish', t(hasCalendar ? 'schedules.calendars.publishAgain' : 'schedules.calendars.publish'))}
        {hasCalendar && button('withdraw', t('schedules.calendars.withdraw'))}
      </Group>
      {asked === 'read' && <ReadCalendar id={id} onClose={close} />}
      {asked === 'publish' && <PublishCalendar id={id} isAgain={hasCalendar} onClose={close} />}
      {asked === 'stop' && (
        <Confirm
          title={t('schedules.calendars.stop')}
          explain={t('schedules.calendars.stopExplain')}
          submit={t('schedules.calendars.stop')}
          act={() => api.delete('/api/schedules/{id}/feed', { path: { id } })}
          changed={schedulePaths}
          onClose={close}
        />
      )}
      {asked === 'withdraw' && (
        <Confirm
          title={t('schedules.calendars.withdraw')}
          explain={t('schedules.calendars.withdrawExplain')}
          submit={t('schedules.calendars.withdraw')}
          act={() => api.delete('/api/schedules/{id}/calendar', { path: { id } })}
          changed={schedulePaths}
          onClose={close}
        />
      )}
    </Section>
  );
}

function FeedState({
  of: { host, readAt, failingSince, problem },
}: {
  readonly of: NonNullable<ScheduleDetail['feed']>;
}) {
  const { t } = useTranslation();
  const read = readAt === null ? '–' : timeWords(readAt);
  return (
    <>
      <Text style={{ overflowWrap: 'anywhere' }}>{t('schedules.calendars.decides', { host, time: read })}</Text>
      {failingSince !== null && (
        <Text component="div" className="wraps">
          <Mark tone="danger">{t('schedules.calendars.failing', { time: momentWords(failingSince) })}</Mark>{' '}
          <Reason>{problem}</Reason>
        </Text>
      )}
    </>
  );
}
