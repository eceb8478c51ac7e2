import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useGet } from '../../api.js';
import { Reason } from '../../contacts/ContactState.js';
import { Answered } from '../../parts/Answered.js';
import { List } from '../../parts/List.js';
import { TextLink } from '../../parts/links.js';
import { Section } from '../../parts/Section.js';
import { timeWords } from '../../parts/times.js';

/** Nothing while everybody can be reached. */
export function FailingContacts() {
  const { t } = useTranslation();
  const answer = useGet('/api/admin/contact-points/failing');
  const count = answer.data?.length;
  if (count === 0 || (count === undefined && !answer.error)) return null;
  return (
    <Section title={t('admin.failing.title', { count: count ?? 0 })} isPlain>
      <Answered of={answer}>
        {(points) => (
          <>
            <Text>{t('admin.failing.explain')}</Text>
            <List
              label={t('admin.failing.label')}
              rows={points}
              columns={[
                {
                  label: t('admin.person'),
                  cell: ({ userId, userName }) => (
                    <TextLink to="/admin/users/$id" params={{ id: userId }} fw={600}>
                      {userName}
                    </TextLink>
                  ),
                },
                { label: t('contacts.kind'), cell: ({ kind }) => t(`contacts.kinds.${kind}`) },
                {
                  label: t('contacts.address'),
                  cell: ({ address }) => <span style={{ overflowWrap: 'anywhere' }}>{address}</span>,
                },
                { label: t('admin.failing.reason'), cell: ({ failingReason }) => <Reason>{failingReason}</Reason> },
                {
                  label: t('admin.since'),
                  cell: ({ failingSince }) => (failingSince === null ? null : timeWords(failingSince)),
                },
              ]}
            />
          </>
        )}
      </Answered>
    </Section>
  );
}
