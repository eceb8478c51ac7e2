import { Button, type ButtonProps, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Somebody's number to tap. It may be free text; where no number is in it, it is shown as it is. */
export function Call({
  phone,
  name,
  ...looks
}: { readonly phone: string; readonly name: string } & Omit<ButtonProps, 'children'>) {
  const { t } = useTranslation();
  const number = /\+?\d[\d\s/()-]{2,}/.exec(phone)?.[0];
  if (number === undefined) return <Text>{phone}</Text>;
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
      {phone}
    </Button>
  );
}
