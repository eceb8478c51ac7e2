import { Button, Radio, SimpleGrid, Stack, Textarea } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { typedIn } from '../parts/form.js';
import { ErrorNote } from '../parts/states.js';
import { useAction } from '../parts/useAction.js';

const outcomes = ['HELPED', 'FALSE_ALARM', 'HOSPITAL', 'OTHER'] as const;
type Outcome = (typeof outcomes)[number];

/** How it ended, in two taps. */
export function OutcomeForm({ fallId }: { readonly fallId: string }) {
  const { t } = useTranslation();
  const resolve = useAction(
    (body: { outcome: Outcome; note: string | null }) =>
      api.post('/api/falls/{id}/resolve', { path: { id: fallId }, body }),
    '/api/caregivers/alerts',
    '/api/patients',
    '/api/falls/{id}',
  );
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    const { outcome, note = '' } = typedIn(event);
    resolve.mutate({ outcome: outcome as Outcome, note: note.trim() || null });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Radio.Group name="outcome" label={t('board.outcome.title')} required size="lg">
          <SimpleGrid cols={2} mt="xs" spacing="xs">
            {outcomes.map((outcome) => (
              <Radio key={outcome} value={outcome} label={t(`common.outcome.${outcome}`)} size="md" py="sm" />
            ))}
          </SimpleGrid>
        </Radio.Group>
        <Textarea name="note" label={t('board.outcome.note')} autosize minRows={1} maxLength={1000} />
        {resolve.error && <ErrorNote error={resolve.error} />}
        <Button type="submit" size="lg" loading={resolve.isPending}>
          {t('board.outcome.submit')}
        </Button>
      </Stack>
    </form>
  );
}
