import { Button, Fieldset, Flex, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { emptyNumber, type TypedNumber } from './personBody.js';

/** As many as the service stores. */
const maxNumbers = 5;

interface PhoneNumbersProps {
  readonly numbers: readonly TypedNumber[];
  readonly onChange: (numbers: readonly TypedNumber[]) => void;
  /** Field name → error, `phoneNumbers.0.phone`. */
  readonly wrong: Readonly<Record<string, string>>;
}

export function PhoneNumbers({ numbers, onChange, wrong }: PhoneNumbersProps) {
  const { t } = useTranslation();
  const change = (place: number, changes: Partial<TypedNumber>): void =>
    onChange(numbers.map((number, index) => (index === place ? { ...number, ...changes } : number)));
  return (
    <Stack gap="sm">
      <Text size="sm">{t('people.numbersExplain')}</Text>
      {numbers.map((number, place) => (
        <NumberFields
          key={number.key}
          number={number}
          place={place}
          wrong={wrong}
          onChange={(changes) => change(place, changes)}
          onRemove={() => onChange(numbers.filter(({ key }) => key !== number.key))}
        />
      ))}
      {wrong.phoneNumbers && (
        <Text role="alert" c="var(--mantine-color-error)">
          {wrong.phoneNumbers}
        </Text>
      )}
      {numbers.length < maxNumbers && (
        <Button variant="default" size="md" w="fit-content" onClick={() => onChange([...numbers, emptyNumber()])}>
          {t('people.numberAdd')}
        </Button>
      )}
    </Stack>
  );
}

interface NumberFieldsProps {
  readonly number: TypedNumber;
  readonly place: number;
  readonly wrong: Readonly<Record<string, string>>;
  readonly onChange: (changes: Partial<TypedNumber>) => void;
  readonly onRemove: () => void;
}

function NumberFields({ number, place, wrong, onChange, onRemove }: NumberFieldsProps) {
  const { t } = useTranslation();
  const count = place + 1;
  const field = (name: 'name' | 'relationship' | 'phone') => ({
    size: 'md',
    value: number[name],
    error: wrong[`phoneNumbers.${place}.${name}`],
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }),
  });
  return (
    <Fieldset legend={t('people.numberLegend', { count })} p="sm">
      <Flex gap="sm" wrap="wrap" align="flex-end">
        <TextInput label={t('people.numberName')} flex="1 1 180px" required withAsterisk={false} {...field('name')} />
        <TextInput
          label={t('people.numberRelationship')}
          placeholder={t('people.numberRelationshipExample')}
          flex="1 1 180px"
          {...field('relationship')}
        />
        <TextInput
          label={t('people.numberPhone')}
          type="tel"
          flex="1 1 180px"
          required
          withAsterisk={false}
          {...field('phone')}
        />
        <Button
          variant="subtle"
          size="md"
          aria-label={t('people.numberRemove', { count })}
          title={t('people.numberRemove', { count })}
          onClick={onRemove}
        >
          <span aria-hidden="true">×</span>
        </Button>
      </Flex>
    </Fieldset>
  );
}
