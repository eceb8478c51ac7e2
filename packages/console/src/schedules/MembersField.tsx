import { Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { PersonPicker } from '../parts/PersonPicker.js';
import { addMember, type EditedMember, moveUp } from './editedSchedule.js';

interface MembersFieldProps {
  readonly members: readonly EditedMember[];
  readonly onChange: (members: readonly EditedMember[]) => void;
}

/** Caregivers in the order of their turns. */
export function MembersField({ members, onChange }: MembersFieldProps) {
  const { t } = useTranslation();
  return (
    <Fieldset legend={t('schedules.members')} p="sm">
      <Stack gap="sm">
        {members.length === 0 && <Text>{t('schedules.membersNone')}</Text>}
        {members.map(({ key, name }, place) => (
          <Group key={key} justify="space-between" wrap="nowrap">
            <Text>
              {place + 1}. {name}
            </Text>
            <Group gap="xs" wrap="nowrap">
              <Button
                variant="default"
                size="sm"
                disabled={place === 0}
                aria-label={t('schedules.moveUpNamed', { name })}
                onClick={() => onChange(moveUp(members, key))}
              >
                ↑
              </Button>
              <Button
                variant="default"
                size="sm"
                aria-label={t('schedules.removeNamed', { name })}
                onClick={() => onChange(members.filter((member) => member.key !== key))}
              >
                {t('schedules.remove')}
              </Button>
            </Group>
          </Group>
        ))}
        <AddMember key={members.length} onAdd={(person) => onChange(addMember(members, person))} />
      </Stack>
    </Fieldset>
  );
}

function AddMember({ onAdd }: { readonly onAdd: (person: Omit<EditedMember, 'key'>) => void }) {
  const { t } = useTranslation();
  const [id, setId] = useState('');
  return (
    <>
      <PersonPicker of="caregivers" label={t('schedules.addMember')} onPick={setId} />
      {id !== '' && <AddPicked id={id} onAdd={onAdd} />}
    </>
  );
}

interface AddPickedProps {
  readonly id: string;
  readonly onAdd: (person: Omit<EditedMember, 'key'>) => void;
}

function AddPicked({ id, onAdd }: AddPickedProps) {
  const { t } = useTranslation();
  const { data } = useGet('/api/caregivers/{id}', { path: { id } });
  if (!data) return null;
  const name = `${data.firstName} ${data.lastName}`;
  return (
    <Button variant="default" size="md" w="fit-content" className="wraps" onClick={() => onAdd({ id, name })}>
      {t('schedules.addNamed', { name })}
    </Button>
  );
}
