import type { HealthSummary } from '@fallwatch/client';
import { Group, Stack, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { Mark, type Tone } from '../parts/Mark.js';
import { numberWords } from '../parts/numbers.js';
import { Section } from '../parts/Section.js';
import { Ago } from '../parts/times.js';

type Factor = HealthSummary['factors'][number];

/** The health score, and in words what it consists of. */
export function Health({ patientId }: { readonly patientId: string }) {
  const { t } = useTranslation();
  const health = useGet('/api/patients/{id}/health', { path: { id: patientId } });
  return (
    <Section title={t('person.health.title')}>
      <Answered of={health}>{(data) => <Score of={data} />}</Answered>
    </Section>
  );
}

function Score({ of }: { readonly of: HealthSummary }) {
  const { t } = useTranslation();
  const { healthScore, isHighRisk, basis, factors, vitals, lastUpdate } = of;
  if (basis === 'NO_DATA') return <Text>{t('person.health.noData')}</Text>;
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Text fz="xl" fw={700} className="numbers">
          {t('person.health.score', { score: healthScore })}
        </Text>
        {isHighRisk && <Mark tone="attention">{t('person.health.highRisk')}</Mark>}
      </Group>
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {factors.map((factor) => (
          <Group component="li" key={factor.name} gap="sm" wrap="nowrap" justify="space-between" maw={520}>
            <Text className="numbers">{factorWords(t, factor, of)}</Text>
            <Mark tone={factorTone(factor)}>{t(`person.health.rating.${rateFactor(factor)}`)}</Mark>
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

/** Below half of the best score a doctor would want to know. */
function rateFactor({ name, score }: Factor): 'good' | 'watch' | 'bad' {
  if (score < 50) return 'bad';
  // A fall is never good, however little it weighs in the score.
  return score < 80 || (name === 'falls' && score < 100) ? 'watch' : 'good';
}
const tones = { good: 'calm', watch: 'attention', bad: 'attention' } as const satisfies Record<string, Tone>;
const factorTone = (factor: Factor): Tone => tones[rateFactor(factor)];

/** The service's notes are English, so only the numbers in them are used. */
function factorWords(t: TFunction, { name, note, score }: Factor, { vitals }: HealthSummary): string {
  const value = numberWords(Number.parseFloat(note) || 0);
  if (name === 'heartRate') return t('person.health.heartRate', { value: vitals.heartRate ?? value });
  if (name === 'oxygen') return t('person.health.oxygen', { value: vitals.oxygenSaturation ?? value });
  if (name === 'falls') return score >= 100 ? t('person.health.noFalls') : t('person.health.falls');
  if (name === 'battery') return t('common.battery', { percent: value });
  return score >= 100 ? t('person.health.sensorsWork') : t('person.health.sensorsBroken');
}
