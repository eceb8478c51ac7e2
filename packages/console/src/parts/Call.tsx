import { Button, type ButtonProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** A number to tap. Spaces are for the eye; a phone wants none. */
export function Call({
  phone,
  name,
  ...looks
}: { readonly phone: string; readonly name: string } & Omit<ButtonProps, 'children'>) {
  const { t } = useTranslation();
  return (
    <Button
      component="a"
      href={`tel:${phone.replace(/[^+\d*#]/g, '')}`}
      variant="default"
      size="md"
      className="numbers"
      {...looks}
      aria-label={t('common.call', { name, phone })}
    >
      {phone}
    </Button>
  );
}
