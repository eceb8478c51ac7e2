import type { DataOf } from '@fallwatch/client';
import { Group, Stack, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { Mark, type Tone } from '../parts/Mark.js';
import { numberWords } from '../parts/numbers.js';
import { Section } from '../parts/Section.js';
import { Ago } from '../parts/times.js';

type Summary = DataOf<'get', '/api/patients/{id}/health'>;
type Factor = Summary['factors'][number];

/** The score, and in words what it is made of. */
export function Health({ patientId }: { readonly patientId: string }) {
  const { t } = useTranslation();
  const health = useGet('/api/patients/{id}/health', { path: { id: patientId } });
  return (
    <Section title={t('person.health.title')}>
      <Answered of={health}>{(data) => <Score of={data} />}</Answered>
    </Section>
  );
}

function Score({ of }: { readonly of: Summary }) {
  const { t } = useTranslation();
  const { healthScore, isHighRisk, basis, factors, vitals, lastUpdate } = of;
  if (basis === 'NO_DATA') return <Text>{t('person.health.noData')}</Text>;
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Text fz="xl" fw={700} className="numbers">
          {t('person.health.score', { score: healthScore })}
        </Text>
        {isHighRisk && <Mark tone="danger">{t('person.health.highRisk')}</Mark>}
      </Group>
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {factors.map((factor) => (
          <Group component="li" key={factor.name} gap="sm" wrap="nowrap" justify="space-between" maw={520}>
            <Text className="numbers">{factorWords(t, factor, of)}</Text>
            <Mark tone={toneOf(factor)}>{t(`person.health.rating.${ratingOf(factor)}`)}</Mark>
          </Group>
        ))}
      </Stack>
      {vitals.bloodPressure && <Text>{t('person.health.bloodPressure', { value: vitals.bloodPressure })}</Text>}
      <Text size="sm" c="dimmed">
        {t('person.health.lastUpdate')} <Ago at={lastUpdate} />
      </Text>
    </Stack>
  );
}

/** Half of what is best is where a doctor would want to know. */
const ratingOf = ({ score }: Factor): 'good' | 'watch' | 'bad' =>
  score >= 80 ? 'good' : score >= 50 ? 'watch' : 'bad';
const tones = { good: 'calm', watch: 'attention', bad: 'danger' } as const satisfies Record<string, Tone>;
const toneOf = (factor: Factor): Tone => tones[ratingOf(factor)];

/** The service's notes are English; the numbers in them are not. */
function factorWords(t: TFunction, { name, note, score }: Factor, { vitals }: Summary): string {
  const value = numberWords(Number.parseFloat(note) || 0);
  if (name === 'heartRate') return t('person.health.heartRate', { value: vitals.heartRate ?? value });
  if (name === 'oxygen') return t('person.health.oxygen', { value: vitals.oxygenSaturation ?? value });
  if (name === 'falls') return score >= 100 ? t('person.health.noFalls') : t('person.health.falls');
  if (name === 'battery') return t('common.battery', { percent: value });
  return score >= 100 ? t('person.health.sensorsWork') : t('person.health.sensorsBroken');
}
