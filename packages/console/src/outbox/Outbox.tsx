import type { OutboxMessage } from '@fallwatch/client';
import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Answered } from '../parts/Answered.js';
import { List } from '../parts/List.js';
import { Page } from '../parts/Page.js';
import { Empty } from '../parts/states.js';
import { Ago } from '../parts/times.js';
import { useOutbox } from './outboxQuery.js';

/** Development only: what would have been sent. */
export function Outbox() {
  const { t } = useTranslation();
  const answer = useOutbox();
  return (
    <Answered of={answer}>
      {(messages) => (
        <Page title={t('frame.nav.outbox')}>
          <Text>{t('admin.outbox.explain')}</Text>
          {messages.length === 0 ? <Empty title={t('admin.outbox.none')} /> : <Messages of={messages} />}
        </Page>
      )}
    </Answered>
  );
}

function Messages({ of: messages }: { readonly of: readonly OutboxMessage[] }) {
  const { t } = useTranslation();
  return (
    <List
      label={t('frame.nav.outbox')}
      rows={messages}
      columns={[
        { label: t('admin.outbox.message'), cell: (message) => <Message of={message} /> },
        { label: t('contacts.kind'), cell: ({ kind }) => t(`contacts.kinds.${kind}`) },
        {
          label: t('admin.outbox.recipient'),
          cell: ({ recipient, address }) => (
            <>
              {recipient}
              <br />
              <Text span size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {address}
              </Text>
            </>
          ),
        },
        { label: t('common.time'), cell: ({ sentAt }) => <Ago at={sentAt} /> },
      ]}
      actions={({ url, title }) =>
        url !== null && (
          <Button
            component="a"
            href={url}
            variant="default"
            size="sm"
            aria-label={`${t('admin.outbox.open')}: ${title}`}
          >
            {t('admin.outbox.open')}
          </Button>
        )
      }
    />
  );
}

function Message({ of: { title, text } }: { readonly of: OutboxMessage }) {
  return (
    <>
      <Text inherit fw={600}>
        {title}
      </Text>
      <Text size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
        {text}
      </Text>
    </>
  );
}
