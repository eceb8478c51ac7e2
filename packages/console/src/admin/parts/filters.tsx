import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Long enough to finish typing, short enough to feel immediate. */
const typingMs = 300;

export function FilterBar({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Group component="search" aria-label={t('admin.filters')} align="flex-end" gap="sm">
      {children}
    </Group>
  );
}

interface ControlProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** `options`: value → label, in display order. */
export function Choice({
  label,
  value,
  onChange,
  options,
}: ControlProps & { readonly options: readonly (readonly [value: string, words: string])[] }) {
  return (
    <NativeSelect
      label={label}
      size="md"
      flex={{ base: '1 1 140px', sm: '0 1 180px' }}
      value={value}
      data={options.map(([value, label]) => ({ value, label }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** All (''), or one of the values. */
export function OptionalChoice<Value extends string>({
  values,
  words,
  ...control
}: ControlProps & { readonly values: readonly Value[]; readonly words: (value: Value) => string }) {
  const { t } = useTranslation();
  const options = values.map((value) => [value, words(value)] as const);
  return <Choice {...control} options={[['', t('common.all')], ...options]} />;
}

export function Day({ label, value, onChange }: ControlProps) {
  return (
    <TextInput
      type="date"
      label={label}
      size="md"
      flex={{ base: '1 1 140px', sm: '0 1 170px' }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function SearchBox({
  placeholder,
  onSearch,
}: {
  readonly placeholder: string;
  readonly onSearch: (words: string) => void;
}) {
  const { t } = useTranslation();
  const search = useDebouncedCallback(onSearch, typingMs);
  return (
    <TextInput
      type="search"
      label={t('common.search')}
      placeholder={placeholder}
      size="md"
      flex={{ base: '1 1 100%', sm: '1 1 220px' }}
      maw={{ sm: 340 }}
      onChange={(event) => search(event.currentTarget.value.trim())}
    />
  );
}
