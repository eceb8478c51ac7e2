import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeLetters, normalizeCode } from '../pairing/codes.js';
import { typedIn } from '../parts/form.js';
import { ConnectError, type Connecting, useRedeem } from './connecting.js';

/** A printed code is twice as long. */
const lengths = [codeLetters, 2 * codeLetters];

export function EnterOwnCode(props: Connecting) {
  const { t } = useTranslation();
  const redeem = useRedeem(props);
  const [isShort, setShort] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    const code = normalizeCode(typedIn(event).code ?? '');
    setShort(!lengths.includes(code.length));
    if (lengths.includes(code.length)) redeem.mutate(code);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          name="code"
          size="lg"
          label={t('wear.connect.field')}
          error={isShort && t('wear.connect.short')}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
        />
        <ConnectError of={redeem.error} />
        <Button type="submit" size="lg" className="wraps" loading={redeem.isPending}>
          {t('wear.connect.submit')}
        </Button>
      </Stack>
    </form>
  );
}
