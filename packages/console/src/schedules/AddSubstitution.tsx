import type { ScheduleDetail } from '@fallwatch/client';
import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api, usePage } from '../api.js';
import { FormDialog } from '../parts/Dialog.js';
import { fieldErrors } from '../parts/errors.js';
import { typedIn } from '../parts/form.js';
import { useAction } from '../parts/useAction.js';
import { schedulePaths } from './schedulePaths.js';
import { zoneHere } from './scheduleWords.js';

interface AddSubstitutionProps {
  readonly schedule: ScheduleDetail;
  readonly onClose: () => void;
}

export function AddSubstitution({ schedule: { id, members, zone }, onClose }: AddSubstitutionProps) {
  const { t } = useTranslation();
  const action = useAction(
    ({ from = '', until = '', replaces = '', user = '', reason = '' }: Record<string, string>) =>
      api.post('/api/schedules/{id}/substitutions', {
        path: { id },
        body: {
          from: toInstant(from),
          until: toInstant(until),
          replaces: replaces || null,
          user: user || null,
          reason: reason.trim() || null,
        },
      }),
    ...schedulePaths,
  );
  const wrong = fieldErrors(t, action.error);
  const replaceable = listPeople(members);
  const { data } = usePage('/api/caregivers', {
    query: { limit: 100, status: 'active', sort: 'lastName', order: 'asc' },
  });
  const people = data?.data.map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}` })) ?? [];
  const times = zone === zoneHere() ? undefined : t('schedules.yourZone', { zone: zoneHere() });
  return (
    <FormDialog
      title={t('schedules.addSubstitution')}
      submit={t('common.save')}
      action={action}
      onClose={onClose}
      onSubmit={(event) => action.mutate(typedIn(event), { onSuccess: onClose })}
    >
      <NativeSelect
        name="replaces"
        size="md"
        label={t('schedules.replaces')}
        data={[{ value: '', label: t('schedules.anyone') }, ...replaceable]}
      />
      <NativeSelect
        name="user"
        size="md"
        label={t('schedules.substitute')}
        data={[{ value: '', label: t('schedules.nobody') }, ...listPeople([...members, ...people])]}
        error={wrong.user}
      />
      {(['from', 'until'] as const).map((name) => (
        <TextInput
          key={name}
          name={name}
          type="datetime-local"
          size="md"
          label={t(name === 'from' ? 'schedules.from' : 'schedules.to')}
          description={times}
          error={wrong[name]}
          required
          withAsterisk={false}
        />
      ))}
      <TextInput
        name="reason"
        size="md"
        label={`${t('schedules.reason')} (${t('people.optional')})`}
        maxLength={200}
        autoComplete="off"
      />
    </FormDialog>
  );
}

/** The field has the time of this browser, without its zone. */
const toInstant = (local: string): string => new Date(local).toISOString();

/** Each person once. */
function listPeople(
  members: readonly { readonly id: string | null; readonly name: string | null }[],
): { value: string; label: string }[] {
  const names = new Map(members.flatMap(({ id, name }) => (id === null ? [] : [[id, name ?? ''] as const])));
  return [...names].map(([value, label]) => ({ value, label }));
}
