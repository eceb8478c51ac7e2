import type { Readiness } from '@fallwatch/client';
import { Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useGet } from '../../api.js';
import { Answered } from '../../parts/Answered.js';
import { Call } from '../../parts/Call.js';
import { List } from '../../parts/List.js';
import { TextLink } from '../../parts/links.js';
import { Section } from '../../parts/Section.js';
import { momentWords } from '../../parts/times.js';

/** Caregivers whom no alert would wake. Nothing while there are none. */
export function NotReachable() {
  const { t } = useTranslation();
  const answer = useGet('/api/admin/readiness');
  const count = answer.data?.filter(({ channels }) => channels.length === 0).length;
  if (count === 0 || (count === undefined && !answer.error)) return null;
  return (
    <Section title={t('admin.notReachable.title', { count: count ?? 0 })} isPlain>
      <Answered of={answer}>
        {(rows) => <People rows={rows.filter(({ channels }) => channels.length === 0)} />}
      </Answered>
    </Section>
  );
}

function People({ rows }: { readonly rows: readonly Readiness[] }) {
  const { t } = useTranslation();
  return (
    <>
      <Text>{t('admin.notReachable.explain')}</Text>
      <List
        label={t('admin.notReachable.label')}
        rows={rows}
        columns={[
          {
            label: t('admin.person'),
            cell: ({ id, name }) => (
              <TextLink to="/admin/users/$id" params={{ id }} fw={600}>
                {name}
              </TextLink>
            ),
          },
          { label: t('admin.notReachable.lastCheck'), cell: (row) => checkWords(t, row) },
          {
            label: t('admin.notReachable.phone'),
            cell: ({ phone, name }) =>
              phone === null ? t('common.unknown') : <Call phone={phone} name={name} size="sm" />,
          },
        ]}
      />
    </>
  );
}

function checkWords(t: TFunction, { lastCheck }: Readiness): string {
  if (lastCheck === null) return t('common.ago.never');
  const { checkedAt, sound, push } = lastCheck;
  const results = [
    `${t('shift.sound')}: ${t(`shift.results.${sound}`)}`,
    `${t('shift.push')}: ${t(`shift.results.${push}`)}`,
  ];
  return `${momentWords(checkedAt)} · ${results.join(' · ')}`;
}
