import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Door } from '../frame/Door.js';
import { ButtonLink } from '../parts/links.js';

/** The link was used, has expired, or is incomplete. `to`: where a new one can be had. */
export function DeadLink({ to }: { readonly to: '/forgot' | '/settings' }) {
  const { t } = useTranslation();
  return (
    <Door title={t('account.dead.title')}>
      <Text>{t('account.dead.explain')}</Text>
      <ButtonLink to={to} size="md">
        {t('account.dead.again')}
      </ButtonLink>
    </Door>
  );
}
