import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { Door } from '../frame/Door.js';
import { useAction } from '../parts/useAction.js';
import { signOut, useSignedIn } from '../session.js';
import { SecondFactorList } from './SignInSecurity.js';

/** In place of everything else, for an admin who has signed in with a password alone where that is not enough. */
export function SecondFactorPage({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation();
  const leave = useAction(signOut);
  const { needsSecondFactor } = useSignedIn();
  const hasPasskey = useGet('/api/profile/second-factors').data?.passkeys.length;
  return (
    <Door title={t('security.required.title')}>
      {needsSecondFactor ? (
        <Text>{t(hasPasskey ? 'security.required.again' : 'security.required.explain')}</Text>
      ) : (
        <>
          <Text role="status">{t('security.required.done')}</Text>
          <Button size="md" onClick={onDone}>
            {t('security.required.continue')}
          </Button>
        </>
      )}
      <SecondFactorList headingOrder={2} />
      <Button variant="subtle" size="md" loading={leave.isPending} onClick={() => leave.mutate()}>
        {t('frame.signOut')}
      </Button>
    </Door>
  );
}
