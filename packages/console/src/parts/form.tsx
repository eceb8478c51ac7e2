import { PasswordInput, Text } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { errorWords } from './errors.js';

/** `name` → what was typed. */
export function typedIn(event: FormEvent<HTMLFormElement>): Record<string, string> {
  event.preventDefault();
  return Object.fromEntries([...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]));
}

export function FormError({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  return (
    error !== null && (
      <Text c="var(--mantine-color-error)" role="alert">
        {errorWords(t, error)}
      </Text>
    )
  );
}

/** The first password of an account, with what it takes. */
export function NewPassword({ error }: { readonly error: string | undefined }) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      name="password"
      label={t('common.password')}
      description={t('frame.signUp.password')}
      autoComplete="new-password"
      error={error}
      required
      withAsterisk={false}
    />
  );
}
