import { Box, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTone } from '../board/sound.js';
import { type Connection, useConnection } from '../live.js';
import { useNow } from '../parts/now.js';

/** How long the banner says that the connection is back. */
const backForMs = 4_000;

/** A restart of the service or a lift must not disturb a ward. A longer loss of connection plays a quiet tone. */
const toneAfterSeconds = 10;
const toneEveryMs = 30_000;

/** Shows that the connection is lost while it is, and briefly that it is back. */
export function ConnectionBanner({ isHeard }: { readonly isHeard: boolean }) {
  const connection = useConnection();
  const { shown, since } = useShown(connection);
  const { t } = useTranslation();
  const seconds = Math.max(0, Math.round((useNow() - since) / 1_000));
  useTone('lost', isHeard && shown === 'lost' && seconds >= toneAfterSeconds, toneEveryMs);
  return (
    <Box role="status" aria-live="polite">
      {shown === 'lost' && (
        <Text bg="var(--device-fill)" c="var(--device-on)" px="md" py={6} fw={600} className="numbers">
          {seconds < 5 ? t('frame.lost') : t('frame.lostSince', { seconds })}
        </Text>
      )}
      {shown === 'back' && (
        <Text bg="var(--ok-fill)" c="var(--ok-on)" px="md" py={6} fw={600}>
          {t('frame.back')}
        </Text>
      )}
    </Box>
  );
}

function useShown(connection: Connection): { shown: 'lost' | 'back' | undefined; since: number } {
  const [state, setState] = useState<{ shown: 'lost' | 'back' | undefined; since: number }>({
    shown: undefined,
    since: 0,
  });
  useEffect(() => {
    if (connection === 'lost') setState({ shown: 'lost', since: Date.now() });
    if (connection === 'live') setState(({ shown, since }) => ({ shown: shown === 'lost' ? 'back' : shown, since }));
  }, [connection]);
  useEffect(() => {
    if (state.shown !== 'back') return;
    const timer = setTimeout(() => setState({ shown: undefined, since: 0 }), backForMs);
    return () => clearTimeout(timer);
  }, [state.shown]);
  return state;
}
