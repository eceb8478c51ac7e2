import type { WebhookDelivery } from '@fallwatch/client';
import { Button, Group, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, useGet, usePage } from '../api.js';
import { Listing } from '../parts/Listing.js';
import { Mark, type Tone } from '../parts/Mark.js';
import { Page } from '../parts/Page.js';
import { Empty, ErrorNote } from '../parts/states.js';
import { momentWords } from '../parts/times.js';
import { useAction } from '../parts/useAction.js';

const tones: Record<WebhookDelivery['status'], Tone> = { PENDING: 'calm', SENT: 'plain', FAILED: 'attention' };
const deliveriesPath = '/api/webhooks/{id}/deliveries';

/** What was sent to one webhook, newest first. */
export function WebhookDeliveries() {
  const { t } = useTranslation();
  const { id } = useParams({ from: '/webhooks/$id' });
  const [page, setPage] = useState(1);
  const answer = usePage(deliveriesPath, { path: { id }, query: { page, limit: 20 } });
  const url = useGet('/api/webhooks').data?.find((webhook) => webhook.id === id)?.url ?? '';
  const resend = useAction(
    (deliveryId: string) => api.post('/api/webhooks/{id}/deliveries/{deliveryId}/resend', { path: { id, deliveryId } }),
    deliveriesPath,
  );
  return (
    <Page title={t('webhooks.deliveries')} aside={<SendTest id={id} />}>
      <Text style={{ overflowWrap: 'anywhere' }}>{t('webhooks.deliveriesOf', { url })}</Text>
      {resend.error && <ErrorNote error={resend.error} />}
      <Listing
        of={answer}
        onPage={setPage}
        label={t('webhooks.deliveries')}
        columns={[
          { label: t('webhooks.when'), cell: ({ createdAt }) => momentWords(createdAt) },
          { label: t('webhooks.about'), cell: ({ alertId }) => t(`webhooks.${alertId ? 'aboutAlert' : 'aboutTest'}`) },
          { label: t('webhooks.result'), cell: (delivery) => <Result of={delivery} /> },
          { label: t('webhooks.attempts'), cell: ({ attempts }) => attempts },
        ]}
        actions={({ id: deliveryId }) => (
          <Button
            variant="default"
            size="sm"
            loading={resend.isPending && resend.variables === deliveryId}
            onClick={() => resend.mutate(deliveryId)}
          >
            {t('webhooks.resend')}
          </Button>
        )}
        empty={<Empty title={t('webhooks.noDeliveries')}>{t('webhooks.noDeliveriesExplain')}</Empty>}
      />
    </Page>
  );
}

function Result({ of: { status, lastStatus, lastProblem } }: { readonly of: WebhookDelivery }) {
  const { t } = useTranslation();
  return (
    <Group gap="xs">
      <Mark tone={tones[status]}>{t(`webhooks.status.${status}`)}</Mark>
      {status !== 'SENT' && (lastProblem ?? lastStatus)}
    </Group>
  );
}

function SendTest({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const test = useAction(() => api.post('/api/webhooks/{id}/test', { path: { id } }), deliveriesPath);
  return (
    <Group gap="sm">
      <Text role="status">
        {test.data &&
          (test.data.status === 'SENT'
            ? t('webhooks.testSent', { status: test.data.lastStatus })
            : t('webhooks.testFailed', { problem: test.data.lastProblem ?? test.data.lastStatus ?? '–' }))}
      </Text>
      <Button size="md" loading={test.isPending} onClick={() => test.mutate()}>
        {t('webhooks.test')}
      </Button>
    </Group>
  );
}
