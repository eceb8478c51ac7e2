import type { ScheduleDetail } from '@fallwatch/client';
import { Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { FormDialog } from '../parts/Dialog.js';
import { fieldErrors } from '../parts/errors.js';
import { useAction } from '../parts/useAction.js';
import { withValue } from '../plan/editedPlan.js';
import { type EditedSchedule, toBody, toEdited } from './editedSchedule.js';
import { MembersField } from './MembersField.js';
import { schedulePaths } from './schedulePaths.js';
import { dayWords, turnLengths, zoneHere } from './scheduleWords.js';

interface ScheduleEditorProps {
  /** Left out: a new one. */
  readonly schedule?: ScheduleDetail;
  readonly onSaved?: (schedule: ScheduleDetail) => void;
  readonly onClose: () => void;
}

export function ScheduleEditor({ schedule, onSaved, onClose }: ScheduleEditorProps) {
  const { t } = useTranslation();
  const [edited, setEdited] = useState(() => toEdited(schedule, zoneHere()));
  const action = useSaving(schedule?.id);
  const set = (changes: Partial<EditedSchedule>): void => setEdited({ ...edited, ...changes });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    action.mutate(edited, {
      onSuccess: (saved) => {
        onClose();
        onSaved?.(saved);
      },
    });
  };
  return (
    <FormDialog
      title={t(schedule ? 'schedules.change' : 'schedules.add')}
      submit={t('common.save')}
      action={action}
      isReady={edited.members.length > 0 && edited.weekdays.length > 0}
      onClose={onClose}
      onSubmit={submit}
    >
      <TimeFields edited={edited} wrong={fieldErrors(t, action.error)} onChange={set} />
      <TurnFields edited={edited} onChange={set} />
      <MembersField members={edited.members} onChange={(members) => set({ members })} />
    </FormDialog>
  );
}

const useSaving = (id: string | undefined) =>
  useAction(
    (edited: EditedSchedule) =>
      id === undefined
        ? api.post('/api/schedules', { body: toBody(edited) })
        : api.put('/api/schedules/{id}', { path: { id }, body: toBody(edited) }),
    ...schedulePaths,
  );

interface FieldsProps {
  readonly edited: EditedSchedule;
  readonly onChange: (changes: Partial<EditedSchedule>) => void;
}

function TimeFields({ edited, wrong, onChange }: FieldsProps & { readonly wrong: Readonly<Record<string, string>> }) {
  const { t } = useTranslation();
  const { name, zone, startOn, handOver } = edited;
  return (
    <>
      <TextInput
        size="md"
        label={t('common.name')}
        value={name}
        error={wrong.name}
        maxLength={80}
        required
        withAsterisk={false}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextInput
        size="md"
        type="date"
        label={t('schedules.startOn')}
        value={startOn}
        error={wrong.startOn}
        required
        withAsterisk={false}
        onChange={(event) => onChange({ startOn: event.currentTarget.value })}
      />
      <TextInput
        size="md"
        type="time"
        label={t('schedules.handOver')}
        value={handOver}
        error={wrong.handOver}
        required
        withAsterisk={false}
        onChange={(event) => onChange({ handOver: event.currentTarget.value })}
      />
      <NativeSelect
        size="md"
        label={t('schedules.zone')}
        value={zone}
        error={wrong.zone}
        data={listZones(zone)}
        onChange={(event) => onChange({ zone: event.currentTarget.value })}
      />
    </>
  );
}

/** The zones of this browser; a stored one may have another name here. */
const listZones = (zone: string): string[] => [...new Set([zone, ...Intl.supportedValuesOf('timeZone')])].toSorted();

function TurnFields({ edited: { turnDays, weekdays }, onChange }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <NativeSelect
        size="md"
        label={t('schedules.turnLength')}
        value={String(turnDays)}
        data={withValue(turnLengths, turnDays).map((count) => {
          return { value: String(count), label: t('schedules.turn', { count }) };
        })}
        onChange={(event) => onChange({ turnDays: Number(event.currentTarget.value) })}
      />
      <Checkbox.Group
        label={t('schedules.weekdays')}
        value={weekdays.map(String)}
        onChange={(days) => onChange({ weekdays: days.map(Number).toSorted((one, other) => one - other) })}
      >
        <Group gap="md" mt="xs">
          {[1, 2, 3, 4, 5, 6, 7].map((day) => (
            <Checkbox key={day} value={String(day)} label={dayWords(day)} aria-label={dayWords(day, 'long')} />
          ))}
        </Group>
      </Checkbox.Group>
    </>
  );
}
