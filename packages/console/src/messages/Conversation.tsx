import type { Message } from '@fallwatch/client';
import { Box, Button, Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NotFoundPage } from '../frame/NotFoundPage.js';
import { Answered } from '../parts/Answered.js';
import { ButtonLink } from '../parts/links.js';
import { Page } from '../parts/Page.js';
import { Bubble } from './Bubble.js';
import { useNames } from './partners.js';
import { SendBox } from './SendBox.js';
import { useConversation, useMarkRead } from './useConversation.js';

export function Conversation() {
  const { t } = useTranslation();
  const { id } = useParams({ from: '/messages/$id' });
  const { findName, isLoading } = useNames([id]);
  const { data: conversation } = useConversation(id, 1);
  const name = findName(id) ?? t('messages.somebody');
  const isStranger = findName(id) === undefined && !isLoading && conversation?.messages.length === 0;
  if (isStranger) return <NotFoundPage />;
  return (
    <Page
      title={name}
      aside={
        <ButtonLink to="/messages" variant="default" size="md">
          {t('messages.all')}
        </ButtonLink>
      }
    >
      <Talk key={id} partnerId={id} name={name} />
    </Page>
  );
}

function Talk({ partnerId, name }: { readonly partnerId: string; readonly name: string }) {
  const { t } = useTranslation();
  const [pages, setPages] = useState(1);
  const conversation = useConversation(partnerId, pages);
  return (
    <Stack maw={720} gap="md">
      <Answered of={conversation}>
        {({ messages, hasOlder }) => (
          <>
            {hasOlder && (
              <Button variant="default" size="md" mx="auto" onClick={() => setPages(pages + 1)}>
                {t('messages.older')}
              </Button>
            )}
            <Messages messages={messages} name={name} />
          </>
        )}
      </Answered>
      <Box pos="sticky" bottom={0} bg="var(--ground)" py="sm">
        <SendBox partnerId={partnerId} name={name} />
      </Box>
    </Stack>
  );
}

/** Newest at the bottom; a new message scrolls into view. */
function Messages({ messages, name }: { readonly messages: readonly Message[]; readonly name: string }) {
  const { t } = useTranslation();
  const newest = messages.at(-1)?.id;
  const end = useRef<HTMLDivElement>(null);
  useMarkRead(messages);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls for the newest message only.
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' });
  }, [newest]);
  return (
    <>
      {messages.length === 0 && <Text c="dimmed">{t('messages.first', { name })}</Text>}
      <div role="log" aria-label={t('messages.with', { name })}>
        <Stack component="ol" gap="xs" p={0} m={0}>
          {messages.map((message) => (
            <Bubble key={message.id} message={message} name={name} />
          ))}
        </Stack>
      </div>
      {/* Keeps the end above the bar that sticks to the bottom of the window. */}
      <div ref={end} style={{ scrollMarginBottom: 140 }} />
    </>
  );
}
