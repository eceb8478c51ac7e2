import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { HelpButton } from './HelpButton.js';
import { useCallUntilSent } from './help.js';

/** The red button in its usual place without a connection: says what it can do now, and offers phone numbers. */
export function HelpWithoutLine() {
  const { t } = useTranslation();
  const { isPending, mutate } = useCallUntilSent();
  return (
    <Stack gap="sm">
      <HelpButton label={t('wearer.help.call')} isPending={isPending} onClick={() => mutate()} />
      <Text role="alert" fz="lg" fw={700} c="var(--mantine-color-error)">
        {isPending ? t('wearer.help.notSent') : t('wearer.help.noLine')}
      </Text>
    </Stack>
  );
}
