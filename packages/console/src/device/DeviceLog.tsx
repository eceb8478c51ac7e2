import type { DeviceLogEntry } from '@fallwatch/client';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePage } from '../api.js';
import { Listing } from '../parts/Listing.js';
import { Mark } from '../parts/Mark.js';
import { Section } from '../parts/Section.js';
import { momentWords } from '../parts/times.js';

const levels = { INFO: 'info', WARNING: 'warning', ERROR: 'error' } as const;
const tones = { INFO: 'plain', WARNING: 'attention', ERROR: 'danger' } as const;

/** What the service noticed about a device, newest first. In English, as the service writes it. */
export function DeviceLog({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const answer = usePage('/api/device/{id}/logs', { path: { id }, query: { page, limit: 10 } });
  const title = t('pairing.device.log');
  return (
    <Section title={title}>
      <Listing<DeviceLogEntry>
        of={answer}
        onPage={setPage}
        label={title}
        columns={[
          { label: t('admin.logs.message'), cell: ({ message }) => <span lang="en">{message}</span> },
          {
            label: t('common.time'),
            cell: ({ timestamp }) => <time dateTime={timestamp}>{momentWords(timestamp)}</time>,
          },
          {
            label: t('admin.logs.level'),
            cell: ({ type }) => <Mark tone={tones[type]}>{t(`admin.logs.levels.${levels[type]}`)}</Mark>,
          },
        ]}
        empty={<Text>{t('pairing.device.noLog')}</Text>}
      />
    </Section>
  );
}
