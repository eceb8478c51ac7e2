import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Empty } from '../parts/states.js';

/** Shown after an error in our own code. Reloading also loads the newest version, which an old tab may lack. */
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
