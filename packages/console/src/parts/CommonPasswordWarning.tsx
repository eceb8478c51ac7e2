import { isCommonPassword } from '@fallwatch/client/passwords';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Shown below a new password. It only warns: the service decides what it accepts. */
export function CommonPasswordWarning({ password }: { readonly password: string }) {
  const { t } = useTranslation();
  return (
    <Text role="status" size="sm" fw={600} c="var(--mantine-color-error)">
      {isCommonPassword(password) && t('common.commonPassword')}
    </Text>
  );
}
