import type { FallDetail } from '@fallwatch/client';
import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from '../parts/Section.js';
import { clockWords, secondsWords } from '../parts/times.js';

const order = [
  'impactAt',
  'recordedAt',
  'notifiedAt',
  'seenAt',
  'acknowledgedAt',
  'cancelledAt',
  'confirmedAt',
  'resolvedAt',
] as const;

/** From the impact to the outcome, with the time between the steps. */
export function Timeline({ timeline }: { readonly timeline: FallDetail['timeline'] }) {
  const { t } = useTranslation();
  const moments = order
    .flatMap((name) => {
      const at = timeline[name];
      return at === null ? [] : [{ name, at, ms: Date.parse(at) }];
    })
    .toSorted((one, other) => one.ms - other.ms);
  return (
    <Section title={t('person.fall.timeline')}>
      <Stack component="ol" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
        {moments.map(({ name, at, ms }, index) => (
          <Group component="li" key={name} gap="md" wrap="nowrap" align="baseline" className="moment">
            <Text component="time" dateTime={at} className="numbers" miw={72}>
              {clockWords(at)}
            </Text>
            <div>
              <Text>{t(`person.timeline.${name}`)}</Text>
              {index > 0 && (
                <Text size="sm" c="dimmed" className="numbers">
                  {t('person.fall.later', { time: secondsWords(t, (ms - (moments[index - 1]?.ms ?? ms)) / 1_000) })}
                </Text>
              )}
            </div>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
