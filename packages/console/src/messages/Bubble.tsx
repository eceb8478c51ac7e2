import type { Message } from '@fallwatch/client';
import { Box, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { momentWords } from '../parts/times.js';
import { useSignedIn } from '../session.js';

/** Own messages on one side, the partner's on the other; the sender is also in text, for screen readers. */
export function Bubble({ message, name }: { readonly message: Message; readonly name: string }) {
  const { t } = useTranslation();
  const isMine = message.senderId === useSignedIn().id;
  const looks = isMine
    ? { bg: 'var(--primary-fill)', c: 'var(--primary-on)', ml: 'auto' }
    : { bg: 'var(--surface)', mr: 'auto', bd: '1px solid var(--line)' };
  return (
    <Box component="li" {...looks} maw="85%" px="md" py="xs" style={{ borderRadius: 12, listStyle: 'none' }}>
      <Text span className="visually-hidden">
        {isMine ? t('messages.me') : name}
      </Text>
      <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{message.content}</Text>
      <Text size="xs" ta={isMine ? 'right' : 'left'} className="numbers">
        <time dateTime={message.createdAt}>{momentWords(message.createdAt)}</time>
        {isMine && message.read && ` · ${t('messages.read')}`}
      </Text>
    </Box>
  );
}
