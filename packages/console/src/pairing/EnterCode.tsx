import type { Device } from '@fallwatch/client';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { typedIn } from '../parts/form.js';
import { PersonPicker } from '../parts/PersonPicker.js';
import { useAction } from '../parts/useAction.js';
import { useSignedIn } from '../session.js';
import { codeErrorWords, codeLetters, normalizeCode, toShownCode } from './codes.js';
import { devicePaths } from './devicePaths.js';

interface EnterCodeProps {
  /** From a scanned QR code. */
  readonly code?: string;
  /** Known on the page of a person. */
  readonly patientId?: string;
  readonly onConnected: (device: Device) => void;
}

/** Takes the code that a device shows. A wearer connects it for themselves, everybody else for a person. */
export function EnterCode({ code = '', patientId, onConnected }: EnterCodeProps) {
  const { t } = useTranslation();
  const isWearer = useSignedIn().role === 'PATIENT';
  const [picked, setPicked] = useState(patientId ?? '');
  const [isShort, setShort] = useState(false);
  const claim = useAction(
    (userCode: string) =>
      api.post('/api/device/pairings/claim', { body: { userCode, ...(isWearer ? {} : { patientId: picked }) } }),
    ...devicePaths,
  );
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    const typed = normalizeCode(typedIn(event).code ?? '');
    setShort(typed.length !== codeLetters);
    if (typed.length === codeLetters) claim.mutate(typed, { onSuccess: onConnected });
  };
  return (
    <form onSubmit={submit}>
      <Stack maw={420}>
        <TextInput
          name="code"
          size="lg"
          label={t('pairing.enter.code')}
          description={t('pairing.enter.codeExplain')}
          defaultValue={toShownCode(code)}
          error={isShort && t('pairing.enter.short')}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
        {!isWearer && patientId === undefined && (
          <PersonPicker of="patients" label={t('pairing.enter.person')} onPick={setPicked} />
        )}
        {claim.error && (
          <Text role="alert" c="var(--mantine-color-error)">
            {codeErrorWords(t, claim.error)}
          </Text>
        )}
        <Button type="submit" size="md" loading={claim.isPending} disabled={!isWearer && picked === ''}>
          {t('pairing.enter.submit')}
        </Button>
      </Stack>
    </form>
  );
}
