import { Box, Button, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { alarmEveryMs, useTone } from '../board/sound.js';
import { readKept, readNumbers } from '../kept.js';
import { titleWords } from './attention.js';
import { EmergencyNumbers } from './EmergencyNumbers.js';
import { SignInPage } from './SignInPage.js';

/**
 * Shown when the session of a watching screen expired or was ended elsewhere. The sign-in page alone would not show
 * that monitoring has stopped.
 */
export function SignedOutPage() {
  const { t } = useTranslation();
  const [isSigningIn, setSigningIn] = useState(false);
  const isWearer = readKept()?.role === 'PATIENT';
  useTone('lost', !isWearer && !isSigningIn, alarmEveryMs);
  useEffect(() => titleWords(t('frame.signedOut.title')), [t]);
  if (isSigningIn) return <SignInPage />;
  return (
    <Box component="main" className="on-danger" mih="100dvh" p="md" bg="var(--danger-fill)" c="var(--danger-on)">
      <Stack maw={560} mx="auto" pt="12vh" gap="lg">
        <Stack gap="lg" role="alert">
          <Title order={1} fz={40}>
            {t('frame.signedOut.title')}
          </Title>
          <Text fz={24} fw={600}>
            {isWearer ? t('frame.signedOut.wearer') : t('frame.signedOut.watching')}
          </Text>
        </Stack>
        <Button variant="white" color="dark" mih={72} fz={24} onClick={() => setSigningIn(true)}>
          {t('frame.signIn.submit')}
        </Button>
        {isWearer && <EmergencyNumbers numbers={readNumbers(Date.now())} isLarge />}
      </Stack>
    </Box>
  );
}
