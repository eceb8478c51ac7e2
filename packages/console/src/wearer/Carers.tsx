import type { Patient } from '@fallwatch/client';
import { Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Call } from '../parts/Call.js';

export type Carer = Patient['caregivers'][number];

/** Sorted by name, so that everybody has the same place every day. */
const byName = (one: Carer, other: Carer): number => one.name.localeCompare(other.name);

export function Carers({ carers }: { readonly carers: readonly Carer[] }) {
  const { t } = useTranslation();
  return (
    <Stack gap="sm" component="section">
      <Title order={2} fz={24}>
        {t('wearer.carers.title')}
      </Title>
      {carers.length === 0 && <Text fz={20}>{t('wearer.carers.none')}</Text>}
      {[...carers].sort(byName).map(({ id, name, relationship, phone }) => (
        <Group key={id} justify="space-between" gap="xs">
          <div>
            <Text fz={22} fw={600}>
              {name}
            </Text>
            {relationship && <Text fz={18}>{relationship}</Text>}
          </div>
          {phone && <Call phone={phone} name={name} fz={22} h={56} />}
        </Group>
      ))}
    </Stack>
  );
}
