import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api, refresh } from '../api.js';
import { LinkDialog } from '../parts/LinkDialog.js';
import { CopyLink, LinkField } from '../parts/LinkToPassOn.js';
import { schedulePaths } from './schedulePaths.js';

interface PublishCalendarProps {
  readonly id: string;
  /** There is an address already; it ends. */
  readonly isAgain: boolean;
  readonly onClose: () => void;
}

export function PublishCalendar({ id, isAgain, onClose }: PublishCalendarProps) {
  const { t } = useTranslation();
  const title = t(isAgain ? 'schedules.calendars.publishAgain' : 'schedules.calendars.publish');
  const close = (): void => {
    // Not before: the page would show the dialog for a new address instead of this one.
    void refresh(...schedulePaths);
    onClose();
  };
  return (
    <LinkDialog
      words={{
        title,
        explain: t(isAgain ? 'schedules.calendars.publishAgainExplain' : 'schedules.calendars.publishExplain'),
        submit: title,
        done: t('schedules.calendars.publishDone'),
      }}
      create={() => api.post('/api/schedules/{id}/calendar', { path: { id } })}
      onClose={close}
    >
      {({ url }) => (
        <>
          <Text>{t('schedules.calendars.once')}</Text>
          <LinkField label={t('schedules.calendars.address')} link={url} />
          <CopyLink link={url} />
        </>
      )}
    </LinkDialog>
  );
}
