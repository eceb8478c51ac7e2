import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeliveryLine } from '../deliveries/DeliveryLine.js';
import { changedAt } from '../deliveries/deliveryWords.js';
import { useFallTimeline } from '../deliveries/useFallTimeline.js';
import { Answered } from '../parts/Answered.js';
import { clockWords } from '../parts/times.js';

/** Closed until somebody asks: the button that takes the alert must stay on the screen of a phone. */
export function Notified({ fallId }: { readonly fallId: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <Text component="summary" py={10} w="fit-content">
        {t('deliveries.title')}
      </Text>
      {isOpen && <Deliveries fallId={fallId} />}
    </details>
  );
}

/** The page of the fall has all. */
const shownDeliveries = 12;

function Deliveries({ fallId }: { readonly fallId: string }) {
  const { t } = useTranslation();
  const timeline = useFallTimeline(fallId);
  return (
    <Answered of={timeline}>
      {({ deliveries }) => {
        const sent = deliveries
          .filter(({ status }) => status !== 'cancelled')
          .toSorted((one, other) => Date.parse(changedAt(other)) - Date.parse(changedAt(one)))
          .slice(0, shownDeliveries);
        if (sent.length === 0) return <Text size="sm">{t('deliveries.none')}</Text>;
        return (
          <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
            {sent.map((delivery) => (
              <Text component="li" key={delivery.id} size="sm" style={{ overflowWrap: 'anywhere' }}>
                <span className="numbers">{clockWords(changedAt(delivery))}</span> <DeliveryLine of={delivery} />
              </Text>
            ))}
          </Stack>
        );
      }}
    </Answered>
  );
}
