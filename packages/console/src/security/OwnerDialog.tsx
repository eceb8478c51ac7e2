import { PasswordInput, Text } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../parts/Dialog.js';
import { fieldErrors } from '../parts/errors.js';
import { typedIn } from '../parts/form.js';

/** What the form of an OwnerDialog contains. `password` is missing if the account has none. */
export type Typed = Readonly<Record<string, string>> & { readonly password?: string };

interface OwnerDialogProps {
  readonly title: string;
  readonly explain: string;
  readonly submit: string;
  /** An account that signs in through a provider may have none. */
  readonly hasPassword: boolean;
  readonly action: Pick<UseMutationResult, 'error' | 'isPending'>;
  readonly onSubmit: (typed: Typed) => void;
  readonly onClose: () => void;
  readonly isDangerous?: boolean;
  readonly children?: ReactNode;
}

/** Asks for the password before a change of how the person signs in. */
export function OwnerDialog({ explain, hasPassword, action, onSubmit, children, ...dialog }: OwnerDialogProps) {
  const { t } = useTranslation();
  const isWrong = fieldErrors(t, action.error).password !== undefined;
  return (
    <FormDialog
      {...dialog}
      action={isWrong ? { ...action, error: null } : action}
      onSubmit={(event) => onSubmit(typedIn(event))}
    >
      <Text>{explain}</Text>
      {children}
      {hasPassword && (
        <PasswordInput
          name="password"
          size="md"
          label={t('security.password')}
          autoComplete="current-password"
          error={isWrong && t('security.wrongPassword')}
          required
          withAsterisk={false}
        />
      )}
    </FormDialog>
  );
}
