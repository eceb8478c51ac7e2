import { Button, Group, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../parts/now.js';
import { timeWords } from '../parts/times.js';
import { useSessionEnd } from '../session.js';

/** Long enough for a person to walk past the screen, which may hang on a wall. */
const warnAheadMs = 3_600_000;

const SignInAgain = lazy(async () => ({ default: (await import('./SignInAgain.js')).SignInAgain }));

/** Extends the session while the app is open, and warns an hour before it ends for good. */
export function SessionBar() {
  const { t } = useTranslation();
  const end = useSessionEnd();
  const now = useNow();
  const [isAsking, setAsking] = useState(false);
  if (!end?.isFinal || end.endsAtMs - now > warnAheadMs) return null;
  return (
    <Group
      bg="var(--device-fill)"
      c="var(--device-on)"
      px="md"
      py={6}
      justify="space-between"
      wrap="nowrap"
      role="alert"
    >
      <Text fw={700} className="numbers">
        {t('frame.session.ends', { time: timeWords(new Date(end.endsAtMs)) })}
      </Text>
      <Button variant="white" color="dark" miw="fit-content" onClick={() => setAsking(true)}>
        {t('frame.session.again')}
      </Button>
      {isAsking && (
        <Suspense>
          <SignInAgain onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </Group>
  );
}
