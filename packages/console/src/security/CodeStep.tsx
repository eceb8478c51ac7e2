import { FallwatchError } from '@fallwatch/client';
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError, typedIn } from '../parts/form.js';

const forms = {
  app: { explain: 'codeExplain', label: 'code', wrong: 'wrongCode', other: 'useRecovery' },
  recovery: { explain: 'recoveryExplain', label: 'recoveryCode', wrong: 'wrongRecovery', other: 'useApp' },
} as const;

interface CodeStepProps {
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly onCode: (code: string) => void;
  readonly onBack: () => void;
}

/** The second step of a sign-in, after the right password. */
export function CodeStep({ error, isPending, onCode, onBack }: CodeStepProps) {
  const { t } = useTranslation();
  const [form, setForm] = useState<keyof typeof forms>('app');
  const { explain, label, wrong, other } = forms[form];
  const isWrong = isCodeWrong(error);
  return (
    <form onSubmit={(event) => onCode(typedIn(event).code ?? '')}>
      <Stack>
        <Text>{t(`security.signIn.${explain}`)}</Text>
        <TextInput
          // A new field for each form, with nothing in it.
          key={form}
          name="code"
          size="lg"
          label={t(`security.signIn.${label}`)}
          inputMode={form === 'app' ? 'numeric' : 'text'}
          autoComplete={form === 'app' ? 'one-time-code' : 'off'}
          autoCapitalize="characters"
          className="numbers"
          error={isWrong && t(`security.signIn.${wrong}`)}
          required
          withAsterisk={false}
          autoFocus
        />
        <FormError error={isWrong || isCodeAsked(error) ? null : error} />
        <Button type="submit" size="md" loading={isPending}>
          {t('frame.signIn.submit')}
        </Button>
        <Anchor component="button" type="button" ta="left" onClick={() => setForm(form === 'app' ? 'recovery' : 'app')}>
          {t(`security.signIn.${other}`)}
        </Anchor>
        <Anchor component="button" type="button" ta="left" onClick={onBack}>
          {t('common.back')}
        </Anchor>
      </Stack>
    </form>
  );
}

const hasCode = (error: unknown, code: string): boolean => error instanceof FallwatchError && error.code === code;
const isCodeWrong = (error: unknown): boolean => hasCode(error, 'WRONG_CODE');

/** The password was right, and the account has an authenticator app. */
export const isCodeAsked = (error: unknown): boolean => hasCode(error, 'SECOND_FACTOR_REQUIRED');
