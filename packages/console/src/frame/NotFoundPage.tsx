import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Empty } from '../parts/states.js';

/** Also shown for things of other people: the page does not reveal whether they exist. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <Empty
      title={t('frame.notFound.title')}
      isPage
      action={
        <Button component={Link} to="/" mt="sm">
          {t('frame.notFound.home')}
        </Button>
      }
    >
      {t('frame.notFound.explain')}
    </Empty>
  );
}
