import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Confirm } from '../parts/Confirm.js';
import { unpairPhone } from './phone.js';

export function Disconnect({ onForget }: { readonly onForget: () => void }) {
  const { t } = useTranslation();
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button variant="default" size="md" onClick={() => setAsked(true)}>
        {t('wear.disconnect.open')}
      </Button>
      {isAsked && (
        <Confirm
          title={t('wear.disconnect.title')}
          explain={t('wear.disconnect.explain')}
          submit={t('wear.disconnect.submit')}
          isDangerous
          act={() => unpairPhone().then(onForget)}
          changed={[]}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
