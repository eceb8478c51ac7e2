import type { OnDuty as Duty } from '@fallwatch/client';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { timeWords } from '../parts/times.js';
import { useSignedIn } from '../session.js';

/** Who is on duty on the schedules of this caregiver, and until when. Nothing without a schedule. */
export function OnDuty() {
  const { data } = useGet('/api/schedules/on-duty');
  if (!data || data.length === 0) return null;
  return (
    <Stack gap={4}>
      {data.map((duty) => (
        <Line key={duty.scheduleId} of={duty} />
      ))}
    </Stack>
  );
}

function Line({ of: { name: schedule, user, until } }: { readonly of: Duty }) {
  const { t } = useTranslation();
  const { id } = useSignedIn();
  const time = timeWords(until);
  const name = user?.id === id ? t('shift.you') : user?.name;
  return (
    <Text fz={20} fw={600}>
      {name === undefined ? t('shift.nobody', { schedule, time }) : t('shift.onDuty', { schedule, name, time })}
    </Text>
  );
}
