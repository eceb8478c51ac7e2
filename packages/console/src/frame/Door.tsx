import { Box, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSiteName } from '../siteName.js';
import { titleWords } from './attention.js';

/** The frame of all pages before the sign-in. */
export function Door({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { t } = useTranslation();
  const site = useSiteName();
  useEffect(() => titleWords(title), [title]);
  return (
    <Box component="main" mih="100dvh" p="md" pt={{ base: 'xl', sm: '12vh' }}>
      <Stack maw={420} mx="auto" gap="lg">
        <Group gap="sm" wrap="nowrap">
          <img src="/icon.svg" width={48} height={48} alt="" />
          <div>
            <Text fw={700} size="xl" lh={1.1}>
              {site}
            </Text>
            <Text c="dimmed" size="sm">
              {t('frame.signIn.claim')}
            </Text>
          </div>
        </Group>
        <Paper withBorder p="lg">
          <Stack>
            <Title order={1} size="h3">
              {title}
            </Title>
            {children}
          </Stack>
        </Paper>
      </Stack>
    </Box>
  );
}
