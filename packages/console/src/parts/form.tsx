import { PasswordInput, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CommonPasswordWarning } from './CommonPasswordWarning.js';
import { errorWords } from './errors.js';

/** Field name → text in the field. */
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

/** The field for the first password of an account, with the password rules. */
export function NewPassword({ error }: { readonly error: string | undefined }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  return (
    <div>
      <PasswordInput
        name="password"
        label={t('common.password')}
        description={t('frame.signUp.password')}
        autoComplete="new-password"
        error={error}
        onChange={(event) => setTyped(event.currentTarget.value)}
        required
        withAsterisk={false}
      />
      <CommonPasswordWarning password={typed} />
    </div>
  );
}
