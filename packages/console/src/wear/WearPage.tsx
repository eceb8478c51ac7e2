import { Button, Text } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Door } from '../frame/Door.js';
import { Loading } from '../parts/states.js';
import { ConnectPhone } from './ConnectPhone.js';
import { Limits } from './Limits.js';
import { askForMotion, needsPermission } from './motion.js';
import { forgetCredential, isPaired } from './phone.js';
import { deleteBuffered } from './useDevice.js';
import { useIsOnlyTab } from './useIsOnlyTab.js';
import { Wearing } from './Wearing.js';

/**
 * The phone as a wearable, without a session: it sends with a credential of its own. Opening the page connects nothing:
 * programs that check links open it too.
 */
export function WearPage() {
  const { t } = useTranslation();
  const isOnlyTab = useIsOnlyTab('fallwatch-wear');
  const [isConnected, setConnected] = useState(isPaired);
  const [isAllowed, setAllowed] = useState(!needsPermission());
  const allow = useCallback(() => setAllowed(true), []);
  const forget = (): void => {
    forgetCredential();
    setConnected(false);
    void deleteBuffered();
  };
  if (isOnlyTab === undefined) return <Loading />;
  if (!isOnlyTab)
    return (
      <Door title={t('wear.elsewhere.title')}>
        <Text>{t('wear.elsewhere.explain')}</Text>
      </Door>
    );
  if (!isConnected) return <ConnectPhone onConnected={() => setConnected(true)} />;
  if (!isAllowed) return <AskForMotion onAllowed={allow} />;
  return <Wearing onForget={forget} />;
}

/** Browsers ask the wearer, and only after a touch; some remember the answer. */
function AskForMotion({ onAllowed }: { readonly onAllowed: () => void }) {
  const { t } = useTranslation();
  const [isDenied, setDenied] = useState(false);
  useEffect(() => {
    // Granted before: after a reload nobody may be there to touch the screen.
    void askForMotion().then((isGranted) => isGranted && onAllowed());
  }, [onAllowed]);
  const ask = async (): Promise<void> => {
    if (await askForMotion()) onAllowed();
    else setDenied(true);
  };
  return (
    <Door title={t('wear.start.title')}>
      <Text>{t('wear.start.explain')}</Text>
      {isDenied && (
        <Text role="alert" c="var(--mantine-color-error)">
          {t('wear.start.denied')}
        </Text>
      )}
      <Button size="lg" onClick={() => void ask()}>
        {t('wear.start.submit')}
      </Button>
      <Limits />
    </Door>
  );
}
