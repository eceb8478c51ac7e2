import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Empty } from '../parts/states.js';

/** A fault of ours. Loading anew also gets the newest version, which a tab left open for weeks may lack. */
export function BrokenPage() {
  const { t } = useTranslation();
  return (
    <Empty
      title={t('frame.broken.title')}
      isPage
      action={
        <Button mt="sm" onClick={() => window.location.reload()}>
          {t('frame.broken.reload')}
        </Button>
      }
    />
  );
}
