import type { Patient } from '@fallwatch/client';
import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Call } from '../parts/Call.js';
import { Face } from '../parts/Face.js';

export type Carer = Patient['caregivers'][number];

/** Sorted by name, so that everybody has the same place every day. */
const byName = (one: Carer, other: Carer): number => one.name.localeCompare(other.name);

export function Carers({ carers }: { readonly carers: readonly Carer[] }) {
  const { t } = useTranslation();
  return (
    <Stack gap="sm" component="section">
      <Title order={2} fz="xl">
        {t('wearer.carers.title')}
      </Title>
      {carers.length === 0 && <Text fz="lg">{t('wearer.carers.none')}</Text>}
      {[...carers].sort(byName).map(({ id, name, relationship, phone }) => (
        <Paper key={id} withBorder p="md">
          <Group justify="space-between" gap="xs">
            <Group gap="sm" wrap="nowrap">
              <Face name={name} size={56} />
              <div>
                <Text fz="lg" fw={700}>
                  {name}
                </Text>
                {relationship && <Text fz="lg">{relationship}</Text>}
              </div>
            </Group>
            {phone && <Call phone={phone} name={name} fz="lg" h={56} />}
          </Group>
        </Paper>
      ))}
    </Stack>
  );
}
