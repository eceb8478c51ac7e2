import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePage } from '../api.js';

interface PickerProps {
  readonly of: 'patients' | 'caregivers';
  readonly label: string;
  readonly onPick: (id: string) => void;
}

interface Option {
  readonly value: string;
  readonly label: string;
}

/** Picks a person by part of the name or e-mail. The service searches, because there may be thousands of people. */
export function PersonPicker({ of, label, onPick }: PickerProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<Option | null>(null);
  const options = useOptions(of, typed === picked?.label ? '' : typed);
  return (
    <Select
      label={label}
      placeholder={t('admin.pick')}
      nothingFoundMessage={t('admin.nobodyFound')}
      size="md"
      searchable
      // Rendered in place: in a portal the list would be outside every landmark, and screen readers could miss it.
      comboboxProps={{ withinPortal: false }}
      maxDropdownHeight={180}
      data={picked && !options.some(({ value }) => value === picked.value) ? [picked, ...options] : options}
      // The service has already filtered the options.
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      value={picked?.value ?? null}
      onChange={(value, option) => {
        setPicked(option ?? null);
        onPick(value ?? '');
      }}
    />
  );
}

function useOptions(of: PickerProps['of'], typed: string): Option[] {
  const [words] = useDebouncedValue(typed.trim(), 300);
  const query = {
    limit: 20,
    sort: 'lastName',
    order: 'asc',
    status: 'active',
    ...(words ? { search: words } : {}),
  } as const;
  const { data } = usePage(`/api/${of}`, { query });
  return (data?.data ?? []).map(({ id, firstName, lastName, email }) => ({
    value: id,
    label: `${firstName} ${lastName} · ${email}`,
  }));
}
