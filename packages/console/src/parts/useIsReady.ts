import { useEffect, useState } from 'react';

/** A button may appear at the moment of a tap that was meant for what was there before. */
const notByAccidentMs = 600;

/** False for a moment after the component has appeared. */
export function useIsReady(): boolean {
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsReady(true), notByAccidentMs);
    return () => clearTimeout(timer);
  }, []);
  return isReady;
}
