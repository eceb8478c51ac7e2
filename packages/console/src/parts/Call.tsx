import { Button, type ButtonProps, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Phone fields are free text: undefined for one without a number. */
export function telLink(phone: string): string | undefined {
  const number = /\+?\d[\d\s/()-]{2,}/.exec(phone)?.[0];
  return number && `tel:${number.replace(/[^+\d]/g, '')}`;
}

/**
 * A phone number to tap, with the name where the page does not show it beside. One without a number is shown as text.
 */
export function Call({
  phone,
  name,
  isNamed = false,
  ...looks
}: { readonly phone: string; readonly name: string; readonly isNamed?: boolean } & Omit<ButtonProps, 'children'>) {
  const { t } = useTranslation();
  const href = telLink(phone);
  if (href === undefined) return <Text>{isNamed ? `${name}: ${phone}` : phone}</Text>;
  return (
    <Button
      component="a"
      href={href}
      variant="default"
      size="md"
      {...looks}
      className={isNamed ? 'wraps numbers' : 'numbers'}
      aria-label={t('common.call', { name, phone })}
    >
      {isNamed ? `${name}: ${phone}` : phone}
    </Button>
  );
}
