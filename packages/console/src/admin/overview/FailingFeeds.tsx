import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useGet } from '../../api.js';
import { Reason } from '../../contacts/ContactState.js';
import { List } from '../../parts/List.js';
import { TextLink } from '../../parts/links.js';
import { Section } from '../../parts/Section.js';
import { timeWords } from '../../parts/times.js';

/** Nothing while the calendars that decide who is on duty can be read. */
export function FailingFeeds() {
  const { t } = useTranslation();
  const { data = [] } = useGet('/api/schedules');
  const failing = data.flatMap(({ id, name, feed }) => (feed?.failingSince ? [{ id, name, ...feed }] : []));
  if (failing.length === 0) return null;
  return (
    <Section title={t('admin.feeds.title', { count: failing.length })} isPlain>
      <Text>{t('admin.feeds.explain')}</Text>
      <List
        label={t('admin.feeds.label')}
        rows={failing}
        columns={[
          {
            label: t('admin.feeds.schedule'),
            cell: ({ id, name }) => (
              <TextLink to="/schedules/$id" params={{ id }} fw={600}>
                {name}
              </TextLink>
            ),
          },
          {
            label: t('admin.feeds.calendar'),
            cell: ({ host }) => <span style={{ overflowWrap: 'anywhere' }}>{host}</span>,
          },
          { label: t('admin.failing.reason'), cell: ({ problem }) => <Reason>{problem}</Reason> },
          {
            label: t('admin.since'),
            cell: ({ failingSince }) => (failingSince === null ? null : timeWords(failingSince)),
          },
        ]}
      />
    </Section>
  );
}
