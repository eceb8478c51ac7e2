import type { FallDetail, Patient } from '@fallwatch/client';
import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OutcomeForm } from '../board/OutcomeForm.js';
import { percentWords } from '../parts/numbers.js';
import { clockWords, momentWords } from '../parts/times.js';
import { useSignedIn } from '../session.js';
import { languageNow } from '../words/words.js';

type Caregiver = Patient['caregivers'][number];
type Resolution = NonNullable<FallDetail['resolution']>;

/** Who has taken the fall, how far the escalation is and the outcome; or the form for the outcome. */
export function Standing({
  fall,
  caregivers,
}: {
  readonly fall: FallDetail;
  readonly caregivers: readonly Caregiver[];
}) {
  const { t } = useTranslation();
  const { role } = useSignedIn();
  const { resolution } = fall;
  const told = caregivers.filter(({ id }) => fall.alerts.some(({ caregiverId }) => caregiverId === id));
  const names = new Intl.ListFormat(languageNow()).format(told.map(({ name }) => name));
  return (
    <Paper component="section" withBorder p="md">
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('person.fall.standing')}
        </Title>
        <Text fw={600}>{standingWords(t, fall)}</Text>
        {resolution?.act && <Text>{t('threshold.cause', { act: t(`common.act.${resolution.act}`) })}</Text>}
        {resolution?.note && <Text style={{ whiteSpace: 'pre-wrap' }}>{resolution.note}</Text>}
        {told.length > 0 && <Text size="sm">{t('person.fall.told', { names })}</Text>}
        {role !== 'PATIENT' &&
          (resolution ? <Correction fallId={fall.id} recorded={resolution} /> : <OutcomeForm fallId={fall.id} />)}
      </Stack>
    </Paper>
  );
}

/** The form again, with what was recorded. Every record is kept, and is in the incident report. */
function Correction({ fallId, recorded }: { readonly fallId: string; readonly recorded: Resolution }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <OutcomeForm fallId={fallId} recorded={recorded} onResolved={() => setOpen(false)} />;
  return (
    <Button variant="default" size="md" w="fit-content" className="wraps" onClick={() => setOpen(true)}>
      {t('person.fall.correct')}
    </Button>
  );
}

function standingWords(t: TFunction, { resolution, escalation, timeline, withheldUpTo }: FallDetail): string {
  if (resolution) {
    const outcome = resolution.outcome ? t(`common.outcome.${resolution.outcome}`) : t('common.unknown');
    return t('person.standing.resolved', { outcome, time: momentWords(resolution.resolvedAt) });
  }
  if (withheldUpTo !== null) return t('threshold.why', { percent: percentWords(withheldUpTo) });
  if (!escalation) return t('person.standing.nobody');
  const { state, handledBy, nextStepAt, closedAs } = escalation;
  if (handledBy) return t('person.standing.handled', { name: handledBy.name, time: clockWords(handledBy.at) });
  if (closedAs === 'CANCELLED') return t('person.standing.cancelled', { time: clockWords(timeline.cancelledAt ?? '') });
  if (state === 'CLOSED') return t('person.standing.closed');
  if (state === 'WAITING') return t('person.standing.waiting');
  return nextStepAt === null
    ? t('person.standing.open')
    : t('person.standing.escalating', { time: clockWords(nextStepAt) });
}
