import { PasswordInput, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isEnded } from '../api.js';
import { FormDialog } from '../parts/Dialog.js';
import { typedIn } from '../parts/form.js';
import { useAction } from '../parts/useAction.js';
import { isCodeAsked } from '../security/CodeStep.js';
import { signIn, useSignedIn } from '../session.js';

/** Replaces the session with a new one while the page keeps watching. */
export function SignInAgain({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { email } = useSignedIn();
  const action = useAction(signIn);
  const [needsCode, setNeedsCode] = useState(false);
  const isCodeWrong = needsCode && isEnded(action.error);
  const isWrong = isEnded(action.error) && !needsCode;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    const { password = '', code } = typedIn(event);
    action.mutate(
      { email, password, ...(code ? { code } : {}) },
      { onSuccess: onClose, onError: (error) => isCodeAsked(error) && setNeedsCode(true) },
    );
  };
  return (
    <FormDialog
      title={t('frame.session.again')}
      submit={t('frame.signIn.submit')}
      onSubmit={submit}
      action={isWrong || isCodeWrong ? { ...action, error: null } : action}
      onClose={onClose}
    >
      <Text>{email}</Text>
      <PasswordInput
        name="password"
        size="md"
        label={t('common.password')}
        autoComplete="current-password"
        error={isWrong && t('frame.session.wrong')}
        data-autofocus
        required
        withAsterisk={false}
      />
      {needsCode && (
        <TextInput
          name="code"
          size="md"
          label={t('security.signIn.code')}
          description={t('security.signIn.codeExplain')}
          autoComplete="one-time-code"
          error={isCodeWrong && !isCodeAsked(action.error) && t('security.signIn.wrongCode')}
          required
          withAsterisk={false}
          autoFocus
        />
      )}
    </FormDialog>
  );
}
