import type { Session } from '@fallwatch/client';
import { Button, Group, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, useGet } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { Confirm } from '../parts/Confirm.js';
import { type Column, List } from '../parts/List.js';
import { Mark } from '../parts/Mark.js';
import { Section } from '../parts/Section.js';
import { Ago, momentWords } from '../parts/times.js';

const path = '/api/profile/sessions';

export function Sessions() {
  const { t } = useTranslation();
  const sessions = useGet(path);
  const columns = useColumns();
  const [ended, setEnded] = useState<Session | 'others' | null>(null);
  return (
    <Section title={t('account.sessions.title')}>
      <Text>{t('account.sessions.explain')}</Text>
      <Answered of={sessions}>
        {(rows) => (
          <>
            <List
              label={t('account.sessions.title')}
              rows={rows}
              columns={columns}
              actions={(session) => !session.isCurrent && <EndButton of={session} onPress={() => setEnded(session)} />}
            />
            {rows.length > 1 && (
              <Button variant="default" size="md" w="fit-content" onClick={() => setEnded('others')}>
                {t('account.sessions.endOthers')}
              </Button>
            )}
          </>
        )}
      </Answered>
      {ended && <EndDialog of={ended} onClose={() => setEnded(null)} />}
    </Section>
  );
}

function EndButton({ of, onPress }: { readonly of: Session; readonly onPress: () => void }) {
  const { t } = useTranslation();
  const label = t('account.sessions.endOf', { client: clientWords(t, of.client) });
  return (
    <Button variant="default" size="sm" aria-label={label} onClick={onPress}>
      {t('account.sessions.end')}
    </Button>
  );
}

function EndDialog({ of, onClose }: { readonly of: Session | 'others'; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const shared = { submit: t('account.sessions.end'), isDangerous: true, changed: [path], onClose } as const;
  if (of === 'others')
    return (
      <Confirm
        {...shared}
        title={t('account.sessions.endOthersTitle')}
        explain={t('account.sessions.endOthersExplain')}
        act={() => api.post('/api/profile/sessions/end-others')}
      />
    );
  return (
    <Confirm
      {...shared}
      title={t('account.sessions.endTitle')}
      explain={t('account.sessions.endExplain', { client: clientWords(t, of.client) })}
      act={() => api.delete('/api/profile/sessions/{id}', { path: { id: of.id } })}
    />
  );
}

function useColumns(): readonly [Column<Session>, ...Column<Session>[]] {
  const { t } = useTranslation();
  return [
    {
      label: t('account.sessions.client'),
      cell: ({ client, isCurrent }) => (
        <Group gap="sm">
          {clientWords(t, client)}
          {isCurrent && <Mark tone="calm">{t('account.sessions.current')}</Mark>}
        </Group>
      ),
    },
    {
      label: t('account.sessions.lastUsed'),
      cell: ({ lastUsedAt, createdAt }) => <Ago at={lastUsedAt ?? createdAt} />,
    },
    { label: t('account.sessions.since'), cell: ({ createdAt }) => momentWords(createdAt) },
  ];
}

/** The service says `Chrome on Android`, in English. */
function clientWords(t: TFunction, client: string | null): string {
  if (client === null) return t('account.sessions.unknown');
  const [browser = '', system] = client.split(' on ');
  return system === undefined ? browser : t('account.sessions.on', { browser, system });
}
