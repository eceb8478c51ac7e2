import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Keeps the screen on while rendered. Shows a message if the browser or its battery saver does not allow it. */
export function KeepAwake() {
  const { t } = useTranslation();
  const isAllowed = useScreenOn();
  if (isAllowed) return null;
  return (
    <Text c="dimmed" size="sm" mt="lg">
      {t('frame.screenMayGoDark')}
    </Text>
  );
}

function useScreenOn(): boolean {
  const [isAllowed, setAllowed] = useState(true);
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const ask = async (): Promise<void> => {
      // The browser releases the lock when the page is hidden, and grants none to a hidden page.
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return;
      try {
        // Missing in older browsers and on pages without HTTPS.
        lock = await (navigator.wakeLock as WakeLock | undefined)?.request('screen');
        setAllowed(lock !== undefined);
        if (isOver) void lock?.release();
      } catch {
        setAllowed(false);
      }
    };
    const change = (): void => void ask();
    change();
    document.addEventListener('visibilitychange', change);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', change);
      void lock?.release();
    };
  }, []);
  return isAllowed;
}
