import { PairingStopped, type StartPairingOptions, startPairing } from '@fallwatch/device';
import { Loader, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toTypedAddress } from '../pairing/codes.js';
import { ShownCode } from '../pairing/ShownCode.js';
import { Loading } from '../parts/states.js';
import { timeWords } from '../parts/times.js';
import { ConnectError, type Connecting, describePhone } from './connecting.js';
import { keepCredential } from './phone.js';

type Shown = Parameters<StartPairingOptions['onCode']>[0];

/** Shows a code until somebody who is signed in enters it. */
export function ShowOwnCode({ onConnected }: Connecting) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<Shown>();
  const [error, setError] = useState<unknown>();
  const name = t('wear.name');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function of the parent must not start another pairing.
  useEffect(() => {
    const over = new AbortController();
    const device = describePhone(name);
    startPairing({ baseUrl: window.location.origin, device, onCode: setShown, signal: over.signal })
      .then(keepCredential)
      .then(onConnected)
      .catch((failure: unknown) => {
        if (!(failure instanceof PairingStopped)) setError(failure);
      });
    return () => over.abort();
  }, [name]);
  if (error) return <ConnectError of={error} />;
  if (!shown) return <Loading />;
  const { url, userCode, expiresAt } = shown;
  return (
    <>
      <ShownCode url={url} code={userCode}>
        {t('wear.connect.shown', { address: toTypedAddress(url) })}
      </ShownCode>
      <Text role="status">
        <Loader size="xs" mr="xs" aria-hidden />
        {t('wear.connect.waiting')}
      </Text>
      <Text size="sm">{t('wear.connect.until', { time: timeWords(expiresAt) })}</Text>
    </>
  );
}
