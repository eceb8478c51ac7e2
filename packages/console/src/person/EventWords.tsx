import type { FallTimeline } from '@fallwatch/client';
import { Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { DeliveryLine } from '../deliveries/DeliveryLine.js';
import { cannotWords, channelWords } from '../deliveries/deliveryWords.js';
import { secondsWords } from '../parts/times.js';
import type { TimelineEvent } from './timelineEvents.js';

export function aftermathWords(t: TFunction, { kind, isLong }: FallTimeline['aftermath'][number]): string {
  return t(`person.aftermath.${isLong ? 'long' : kind}`);
}

export function answerWords(t: TFunction, { name, answer, channel }: FallTimeline['answers'][number]): string {
  const words = answer === 'ON_IT' ? t('deliveries.onIt', { name }) : cannotWords(t, [{ name }]);
  return channel === null ? words : `${words} · ${channelWords(t, channel)}`;
}

export function responseWords(t: TFunction, { kind, by, note, called }: FallTimeline['responses'][number]): string {
  const name = by?.name ?? t('incident.somebody');
  const words = called
    ? t('incident.responses.calledOne', { name, called: called.name })
    : t(`incident.responses.${kind}`, { name });
  return note === null ? words : `${words}: ${note}`;
}

/** One line of the timeline. */
export function EventWords({ of: event }: { readonly of: TimelineEvent }) {
  const { t } = useTranslation();
  if (event.kind === 'delivery')
    return (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <DeliveryLine of={event.delivery} />
      </Text>
    );
  if (event.kind === 'aftermath') return <Text fw={600}>{aftermathWords(t, event.aftermath)}</Text>;
  if (event.kind === 'answer') return <Text fw={600}>{answerWords(t, event.answer)}</Text>;
  if (event.kind === 'response')
    return (
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {responseWords(t, event.response)}
      </Text>
    );
  return (
    <div>
      <Text>{t(`person.timeline.${event.name}`)}</Text>
      {event.laterMs !== null && (
        <Text size="sm" c="dimmed" className="numbers">
          {t('person.fall.later', { time: secondsWords(t, event.laterMs / 1_000) })}
        </Text>
      )}
    </div>
  );
}
