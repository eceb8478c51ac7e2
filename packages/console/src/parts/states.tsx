import { FallwatchError } from '@fallwatch/client';
import { Alert, Button, Center, Loader, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconMoodEmpty, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorWords } from './errors.js';
import { Icon } from './Icon.js';

export function Loading() {
  const { t } = useTranslation();
  return (
    <Center mih={160} role="status">
      <Stack align="center" gap="xs">
        <Loader />
        <Text size="sm" c="dimmed">
          {t('common.loading')}
        </Text>
      </Stack>
    </Center>
  );
}

/** An empty list: says so, and what to do about it. */
export function Empty({
  title,
  children,
  action,
  icon = IconMoodEmpty,
  isPage = false,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  readonly icon?: TablerIcon;
  /** True if the page contains nothing else. */
  readonly isPage?: boolean;
}) {
  return (
    <Center py="xl">
      <Stack align="center" gap="xs" maw={460} ta="center">
        <span className="empty-icon">
          <Icon of={icon} size={28} />
        </span>
        <Title order={isPage ? 1 : 2} size="h4">
          {title}
        </Title>
        {children && <Text c="dimmed">{children}</Text>}
        {action}
      </Stack>
    </Center>
  );
}

export function ErrorNote({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const { t } = useTranslation();
  const requestId = error instanceof FallwatchError && error.status >= 500 ? error.requestId : undefined;
  return (
    <Alert color="device" icon={<Icon of={IconAlertTriangle} />} title={t('common.error.title')} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{errorWords(t, error)}</Text>
        {requestId && (
          <Text size="xs" c="dimmed">
            {t('common.error.reference', { id: requestId })}
          </Text>
        )}
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('common.retry')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
