import { Button, type ButtonProps, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/**
 * A phone number to tap, with the name where the page does not show it beside. Phone fields are free text: one without
 * a number is shown as text.
 */
export function Call({
  phone,
  name,
  isNamed = false,
  ...looks
}: { readonly phone: string; readonly name: string; readonly isNamed?: boolean } & Omit<ButtonProps, 'children'>) {
  const { t } = useTranslation();
  const number = /\+?\d[\d\s/()-]{2,}/.exec(phone)?.[0];
  if (number === undefined) return <Text>{isNamed ? `${name}: ${phone}` : phone}</Text>;
  return (
    <Button
      component="a"
      href={`tel:${number.replace(/[^+\d]/g, '')}`}
      variant="default"
      size="md"
      {...looks}
      className="wraps numbers"
      aria-label={t('common.call', { name, phone })}
    >
      {isNamed ? `${name}: ${phone}` : phone}
    </Button>
  );
}
