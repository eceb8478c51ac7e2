import type { FallDetail } from '@fallwatch/client';
import { Button, NativeSelect, Radio, SimpleGrid, Stack, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { typedIn } from '../parts/form.js';
import { ErrorNote } from '../parts/states.js';
import { useAction } from '../parts/useAction.js';
import { useSignedIn } from '../session.js';
import { type DetailName, type Details, detailNames, OutcomeDetails } from './OutcomeDetails.js';

const outcomes = ['HELPED', 'FALSE_ALARM', 'HOSPITAL', 'OTHER'] as const;
type Outcome = (typeof outcomes)[number];
const acts = ['KNOCK', 'CLAPPING', 'SAT_DOWN_HARD', 'LAY_DOWN', 'DEVICE_DROPPED', 'OTHER'] as const;
type Act = (typeof acts)[number];

interface Draft extends Partial<Record<DetailName, string>> {
  readonly outcome?: string;
  readonly note?: string;
  readonly act?: string;
}

/** Keeps a started form when another fall fills the screen. In memory only, by user and fall. */
const drafts = new Map<string, Draft>();

function useDraft(fallId: string, recorded: Recorded | undefined) {
  const key = `${useSignedIn().id} ${fallId}`;
  const [begun] = useState<Draft>(() => drafts.get(key) ?? toDraft(recorded));
  return {
    begun,
    keep: (change: Draft): void => void drafts.set(key, { ...drafts.get(key), ...change }),
    forget: (): void => void drafts.delete(key),
  };
}

/** What was recorded before, to be corrected. */
type Recorded = NonNullable<FallDetail['resolution']>;

function toDraft(recorded: Recorded | undefined): Draft {
  const entries = draftNames.map((name) => [name, recorded?.[name] ?? undefined]);
  return Object.fromEntries(entries);
}

const draftNames = ['outcome', 'note', 'act', ...detailNames] as const;

interface Resolution extends Details {
  readonly outcome: Outcome;
  readonly note: string | null;
  readonly act?: Act;
}

function useResolve(fallId: string, onResolved: () => void) {
  return useAction(
    async (body: Resolution) => {
      await api.post('/api/falls/{id}/resolve', { path: { id: fallId }, body });
      onResolved();
    },
    '/api/caregivers/alerts',
    '/api/admin/alerts',
    '/api/patients',
    '/api/falls/{id}',
    '/api/falls/{id}/report',
    '/api/patients/{id}/alert-threshold',
  );
}

interface OutcomeFormProps {
  readonly fallId: string;
  readonly recorded?: Recorded;
  readonly onResolved?: () => void;
}

/** Enters the outcome in two taps. Everything else is optional. */
export function OutcomeForm({ fallId, recorded, onResolved }: OutcomeFormProps) {
  const { t } = useTranslation();
  const draft = useDraft(fallId, recorded);
  const [isMissing, setMissing] = useState(false);
  const [chosen, setChosen] = useState(draft.begun.outcome);
  const resolve = useResolve(fallId, () => {
    draft.forget();
    onResolved?.();
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    const { outcome, note = '', act, ...typed } = typedIn(event);
    setMissing(!outcome);
    if (outcome)
      resolve.mutate({
        outcome: outcome as Outcome,
        note: note.trim() || null,
        ...(act ? { act: act as Act } : {}),
        ...toDetails(typed),
      });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Radio.Group
          name="outcome"
          label={t('board.outcome.title')}
          size="lg"
          error={isMissing && t('board.outcome.choose')}
          defaultValue={draft.begun.outcome}
          onChange={(outcome) => {
            draft.keep({ outcome });
            setMissing(false);
            setChosen(outcome);
          }}
        >
          <SimpleGrid cols={2} mt="xs" spacing="xs">
            {outcomes.map((outcome) => (
              <Radio key={outcome} value={outcome} label={t(`common.outcome.${outcome}`)} size="md" py="sm" />
            ))}
          </SimpleGrid>
        </Radio.Group>
        {chosen === 'FALSE_ALARM' && <ActField begun={draft.begun.act} onChange={(act) => draft.keep({ act })} />}
        {chosen !== undefined && chosen !== 'FALSE_ALARM' && (
          <OutcomeDetails begun={draft.begun} onChange={draft.keep} />
        )}
        <Textarea
          name="note"
          label={t('board.outcome.note')}
          autosize
          minRows={1}
          maxLength={1000}
          defaultValue={draft.begun.note}
          onChange={(event) => draft.keep({ note: event.currentTarget.value })}
        />
        {resolve.error && <ErrorNote error={resolve.error} />}
        <Button type="submit" size="lg" loading={resolve.isPending}>
          {t(recorded ? 'person.fall.correct' : 'board.outcome.submit')}
        </Button>
      </Stack>
    </form>
  );
}

/** The questions that were answered. */
const toDetails = (typed: Readonly<Record<string, string>>): Details =>
  Object.fromEntries(detailNames.flatMap((name) => (typed[name] ? [[name, typed[name]]] : [])));

interface ActFieldProps {
  readonly begun: string | undefined;
  readonly onChange: (act: string) => void;
}

/** What the wearer was doing at a false alarm. */
function ActField({ begun, onChange }: ActFieldProps) {
  const { t } = useTranslation();
  const known = acts.map((value) => ({ value, label: t(`common.act.${value}`) }));
  return (
    <NativeSelect
      name="act"
      label={t('board.outcome.act')}
      size="md"
      data={[{ value: '', label: t('board.outcome.actUnknown') }, ...known]}
      defaultValue={begun}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
