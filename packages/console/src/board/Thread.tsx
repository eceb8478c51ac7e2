import type { ThreadLine } from '@fallwatch/client';
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { ErrorNote } from '../parts/states.js';
import { clockWords } from '../parts/times.js';
import { useAction } from '../parts/useAction.js';

const path = '/api/alerts/{id}/thread';

interface Of {
  readonly alertId: string;
}

/** What the responders wrote and did. Closed until somebody has taken the alert: its button must stay on the screen. */
export function Thread({ alertId, isOpen: startsOpen }: Of & { readonly isOpen: boolean }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <details open={startsOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <Text component="summary" py={10} w="fit-content" fw={600}>
        {t('response.thread.title')}
      </Text>
      {isOpen && (
        <Stack gap="sm">
          <Lines alertId={alertId} />
          <Write alertId={alertId} />
        </Stack>
      )}
    </details>
  );
}

function Lines({ alertId }: Of) {
  const { t } = useTranslation();
  const thread = useQuery({
    queryKey: [path, { path: { id: alertId } }],
    queryFn: ({ signal }) => api.get(path, { path: { id: alertId }, signal }),
  });
  return (
    <Answered of={thread}>
      {(lines) => (
        <Stack component="ol" gap={4} m={0} p={0} style={{ listStyle: 'none' }} aria-label={t('response.thread.title')}>
          {lines.map((line) => {
            const { id, kind, at, text } = line;
            return (
              <Text
                component="li"
                key={`${id} ${kind}`}
                fs={kind === 'MESSAGE' ? undefined : 'italic'}
                className="wraps"
              >
                <span className="numbers">{clockWords(at)}</span> {lineWords(t, line)}
                {kind !== 'MESSAGE' && text !== null && ` ${text}`}
              </Text>
            );
          })}
        </Stack>
      )}
    </Answered>
  );
}

function lineWords(t: TFunction, { kind, by, called, text }: ThreadLine): string {
  const name = by?.name ?? t('response.thread.somebody');
  if (kind === 'MESSAGE') return `${name}: ${text}`;
  return called
    ? t('response.thread.calledOne', { name, called: called.name })
    : t(`response.thread.${kind}`, { name });
}

/** The service's limit. */
const longest = 1_000;

/** The text stays in the box until the service has accepted it. */
function Write({ alertId }: Of) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const send = useAction((body: { text: string }) => api.post(path, { path: { id: alertId }, body }), path);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() !== '' && !send.isPending) send.mutate({ text: text.trim() }, { onSuccess: () => setText('') });
  };
  return (
    <form onSubmit={submit}>
      {send.error && <ErrorNote error={send.error} />}
      <Group wrap="nowrap" align="flex-end" gap="xs">
        <Textarea
          flex={1}
          label={t('response.thread.write')}
          size="md"
          autosize
          minRows={1}
          maxRows={4}
          maxLength={longest}
          value={text}
          readOnly={send.isPending}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" size="md" miw="fit-content" loading={send.isPending}>
          {t('response.thread.send')}
        </Button>
      </Group>
    </form>
  );
}
