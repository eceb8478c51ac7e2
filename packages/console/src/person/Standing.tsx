import type { FallDetail, Patient } from '@fallwatch/client';
import { Paper, Stack, Text, Title } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { OutcomeForm } from '../board/OutcomeForm.js';
import { percentWords } from '../parts/numbers.js';
import { clockWords, momentWords } from '../parts/times.js';
import { useSignedIn } from '../session.js';
import { languageNow } from '../words/words.js';

type Caregiver = Patient['caregivers'][number];

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
        {resolution === null && role !== 'PATIENT' && <OutcomeForm fallId={fall.id} />}
      </Stack>
    </Paper>
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
