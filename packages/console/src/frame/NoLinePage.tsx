import { Alert, Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { readKept, readNumbers } from '../kept.js';
import { errorWords } from '../parts/errors.js';
import { useNow } from '../parts/now.js';
import { clockWords, momentWords } from '../parts/times.js';
import { HelpWithoutLine } from '../wearer/HelpWithoutLine.js';
import { titleWords } from './attention.js';
import { EmergencyNumbers } from './EmergencyNumbers.js';

const openedAt = new Date().toISOString();

interface NoLinePageProps {
  /** Why the last attempt failed; null during the first one. */
  readonly error: Error | null;
  readonly onRetry: () => void;
}

/** Shown when the app starts and cannot ask the service who is signed in. It keeps trying. */
export function NoLinePage({ error, onRetry }: NoLinePageProps) {
  const { t } = useTranslation();
  const now = useNow();
  const kept = readKept();
  const isWearer = kept?.role === 'PATIENT';
  const fz = isWearer ? 20 : 16;
  useEffect(() => titleWords(t('frame.noLine.title')), [t]);
  return (
    <Box component="main" mih="100dvh" p="md">
      <Stack maw={560} mx="auto" gap="lg">
        <Group gap="sm" wrap="nowrap">
          <img src="/icon.svg" width={32} height={32} alt="" />
          <Text fw={700}>Fallwatch</Text>
        </Group>
        <Alert color="device" variant="outline" p="md">
          <Stack gap="xs" role="status">
            <Title order={1} fz={28} lh={1.2}>
              {t('frame.noLine.title')}
            </Title>
            <Text fz={fz}>{navigator.onLine ? errorWords(t, error) : t('frame.noLine.device')}</Text>
            <Text fz={fz} className="numbers">
              {t('frame.noLine.since', { time: clockWords(openedAt) })}
              {kept && ` ${t('frame.noLine.last', { time: momentWords(kept.answeredAt) })}`}
            </Text>
          </Stack>
          <Button variant="default" size="md" mt="sm" onClick={onRetry}>
            {t('common.retry')}
          </Button>
        </Alert>
        {isWearer ? <HelpWithoutLine /> : <Text>{t(kept ? 'frame.noLine.watching' : 'frame.noLine.nobody')}</Text>}
        <EmergencyNumbers numbers={readNumbers(now)} isLarge={isWearer} />
        {isWearer && <Text fz={20}>{t('frame.noLine.watch')}</Text>}
      </Stack>
    </Box>
  );
}
