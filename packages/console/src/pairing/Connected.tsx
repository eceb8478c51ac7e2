import type { Device } from '@fallwatch/client';
import { Loader, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { TextLink } from '../parts/links.js';

const askEveryMs = 1_500;
/** A device that works has sent by then. */
const patienceMs = 30_000;

interface ConnectedProps {
  /** As it was when it was connected. */
  readonly device: Device;
  /** What to do next. */
  readonly children?: ReactNode;
}

/** Says that the device is connected, and waits for its first reading. */
export function Connected({ device, children }: ConnectedProps) {
  const { t } = useTranslation();
  const { id, name } = device;
  const hasSent = useHasSent(device);
  const isSlow = useIsSlow();
  return (
    <Stack align="flex-start">
      <Title order={2} size="h3">
        {t('pairing.connected.title', { device: name })}
      </Title>
      <Text role="status" fz="lg" fw={hasSent ? 650 : 400}>
        {!hasSent && <Loader size="xs" mr="xs" aria-hidden />}
        {t(`pairing.connected.${hasSent ? 'first' : isSlow ? 'slow' : 'waiting'}`)}
      </Text>
      <TextLink to="/devices/$id" params={{ id }}>
        {t('pairing.connected.device')}
      </TextLink>
      {children}
    </Stack>
  );
}

/** A device that was connected before may have sent long ago: only a new signal counts. */
function useHasSent({ id, lastSeen }: Device): boolean {
  const { data } = useQuery({
    queryKey: ['/api/device/{id}', 'first reading', id, lastSeen],
    queryFn: async ({ signal }) => (await api.get('/api/device/{id}', { path: { id }, signal })).lastSeen !== lastSeen,
    refetchInterval: ({ state }) => (state.data === true ? false : askEveryMs),
    staleTime: 0,
  });
  return data === true;
}

function useIsSlow(): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return isSlow;
}
