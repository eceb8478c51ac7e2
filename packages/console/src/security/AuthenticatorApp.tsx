import type { SecondFactors } from '@fallwatch/client';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateWords } from '../parts/times.js';
import type { HeadingOrder } from './factors.js';
import { NewRecoveryCodes } from './NewRecoveryCodes.js';
import { RemoveApp } from './RemoveApp.js';
import { SetUpApp } from './SetUpApp.js';

interface Props extends HeadingOrder {
  readonly of: SecondFactors;
}

const dialogs = { setUp: SetUpApp, remove: RemoveApp, newCodes: NewRecoveryCodes } as const;

export function AuthenticatorApp({ of: { totp, recoveryCodesLeft, hasPassword }, headingOrder }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null);
  const Shown = open && dialogs[open];
  const actions = totp ? (['newCodes', 'remove'] as const) : (['setUp'] as const);
  return (
    <Stack gap="xs" align="flex-start">
      <Title order={headingOrder} size="h5">
        {t('security.app.title')}
      </Title>
      <Text>
        {totp
          ? `${t('security.app.on', { date: dateWords(totp.since) })} ${t('security.app.codesLeft', { count: recoveryCodesLeft })}`
          : t('security.app.off')}
      </Text>
      <Group gap="sm">
        {actions.map((name) => (
          <Button key={name} variant="default" size="md" onClick={() => setOpen(name)}>
            {t(`security.app.${name}`)}
          </Button>
        ))}
      </Group>
      {Shown && <Shown hasPassword={hasPassword} onClose={() => setOpen(null)} />}
    </Stack>
  );
}
