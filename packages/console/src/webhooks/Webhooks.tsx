import type { CreatedWebhook, Webhook } from '@fallwatch/client';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, useGet } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { Confirm } from '../parts/Confirm.js';
import { List } from '../parts/List.js';
import { ButtonLink } from '../parts/links.js';
import { Page } from '../parts/Page.js';
import { Empty } from '../parts/states.js';
import { momentWords } from '../parts/times.js';
import { AddWebhook } from './AddWebhook.js';
import { ShownSecret } from './ShownSecret.js';

/** Addresses of other systems that get the user's alerts. */
export function Webhooks() {
  const { t } = useTranslation();
  const [isAdding, setAdding] = useState(false);
  const [created, setCreated] = useState<CreatedWebhook>();
  const [leaving, setLeaving] = useState<Webhook>();
  const answer = useGet('/api/webhooks');
  return (
    <Page
      title={t('webhooks.title')}
      aside={
        <Button size="md" onClick={() => setAdding(true)}>
          {t('webhooks.add')}
        </Button>
      }
    >
      <Text>{t('webhooks.explain')}</Text>
      <Answered of={answer}>{(rows) => <Rows rows={rows} onDelete={setLeaving} />}</Answered>
      {isAdding && <AddWebhook onCreated={setCreated} onClose={() => setAdding(false)} />}
      {created && <ShownSecret secret={created.secret} onClose={() => setCreated(undefined)} />}
      {leaving && (
        <Confirm
          title={t('webhooks.deleteTitle')}
          explain={t('webhooks.deleteExplain', { url: leaving.url })}
          submit={t('webhooks.delete')}
          isDangerous
          act={() => api.delete('/api/webhooks/{id}', { path: { id: leaving.id } })}
          changed={['/api/webhooks']}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </Page>
  );
}

interface RowsProps {
  readonly rows: readonly Webhook[];
  readonly onDelete: (webhook: Webhook) => void;
}

function Rows({ rows, onDelete }: RowsProps) {
  const { t } = useTranslation();
  if (rows.length === 0) return <Empty title={t('webhooks.none')}>{t('webhooks.noneExplain')}</Empty>;
  return (
    <List
      label={t('webhooks.title')}
      rows={rows}
      columns={[
        { label: t('webhooks.url'), cell: ({ url }) => <span style={{ overflowWrap: 'anywhere' }}>{url}</span> },
        { label: t('webhooks.since'), cell: ({ createdAt }) => momentWords(createdAt) },
      ]}
      actions={(webhook) => (
        <>
          <ButtonLink to="/webhooks/$id" params={{ id: webhook.id }} variant="default" size="sm">
            {t('webhooks.deliveries')}
          </ButtonLink>
          <Button variant="default" size="sm" onClick={() => onDelete(webhook)}>
            {t('webhooks.delete')}
          </Button>
        </>
      )}
    />
  );
}
