import type { FallDetail, FallTimeline } from '@fallwatch/client';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFallTimeline } from '../deliveries/useFallTimeline.js';
import { Section } from '../parts/Section.js';
import { clockWords } from '../parts/times.js';
import { EventWords } from './EventWords.js';
import { listEvents } from './timelineEvents.js';

/** An alert that repeats for hours has hundreds of deliveries. */
const shownDeliveries = 20;

/** From the impact to the outcome, with the time between the steps. The wearer sees these only. */
export function Timeline({
  timeline,
  notified,
}: {
  readonly timeline: FallDetail['timeline'];
  readonly notified?: FallTimeline | undefined;
}) {
  const { t } = useTranslation();
  const [showsAll, setShowsAll] = useState(false);
  const count = notified?.deliveries.length ?? 0;
  const events = listEvents(timeline, notified, showsAll ? count : shownDeliveries);
  return (
    <Section title={t('person.fall.timeline')}>
      <Stack component="ol" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
        {events.map((event) => (
          <Group component="li" key={event.key} gap="md" wrap="nowrap" align="baseline" className="moment">
            <Text
              component="time"
              dateTime={event.at}
              className="numbers"
              miw={72}
              size={event.kind === 'delivery' ? 'sm' : 'md'}
            >
              {clockWords(event.at)}
            </Text>
            <EventWords of={event} />
          </Group>
        ))}
      </Stack>
      {count > shownDeliveries && !showsAll && (
        <Button variant="default" onClick={() => setShowsAll(true)} w="fit-content">
          {t('deliveries.all', { count })}
        </Button>
      )}
    </Section>
  );
}

/** Also who was notified over which channel, and who answered. */
export function TimelineForResponders({ fall }: { readonly fall: FallDetail }) {
  const { data } = useFallTimeline(fall.id);
  return <Timeline timeline={fall.timeline} notified={data} />;
}
