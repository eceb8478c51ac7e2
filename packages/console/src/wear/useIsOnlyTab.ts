import { useEffect, useState } from 'react';

/**
 * Two tabs would send as the same device and refuse each other. Undefined until known; true where the browser cannot
 * tell.
 */
export function useIsOnlyTab(name: string): boolean | undefined {
  const [isOnly, setOnly] = useState<boolean>();
  useEffect(() => {
    const over = new AbortController();
    const ended = new Promise<void>((resolve) => over.signal.addEventListener('abort', () => resolve()));
    // Missing on pages without HTTPS.
    const locks = navigator.locks as LockManager | undefined;
    if (!locks) setOnly(true);
    else
      void locks.request(name, { ifAvailable: true }, (lock) => {
        setOnly(lock !== null);
        return lock === null ? undefined : ended;
      });
    return () => over.abort();
  }, [name]);
  return isOnly;
}
