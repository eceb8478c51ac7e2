import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { ErrorNote } from '../parts/states.js';
import { useAction } from '../parts/useAction.js';

/** The service's limit. */
const longest = 5_000;

/** The text stays in the box until the service has accepted it. */
export function SendBox({ partnerId, name }: { readonly partnerId: string; readonly name: string }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const send = useAction(
    (content: string) => api.post('/api/messages', { body: { recipientId: partnerId, content } }),
    '/api/messages',
  );
  const submit = (): void => {
    if (send.isPending || text.trim() === '') return;
    send.mutate(text.trim(), { onSuccess: () => setText('') });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // During input composition (Chinese, Japanese …) Enter ends the word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="xs">
        {send.error && <ErrorNote error={send.error} />}
        <Group wrap="nowrap" align="flex-end" gap="xs">
          <Textarea
            flex={1}
            label={t('messages.write', { name })}
            description={
              <Text span inherit visibleFrom="sm">
                {t('messages.keys')}
              </Text>
            }
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            readOnly={send.isPending}
            maxLength={longest}
            autosize
            minRows={1}
            maxRows={6}
            size="md"
          />
          <Button type="submit" size="md" miw="fit-content" loading={send.isPending} disabled={text.trim() === ''}>
            {t('messages.send')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
