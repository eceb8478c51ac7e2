import { FallwatchError } from '@fallwatch/client';
import { type DeviceDescription, redeemCode } from '@fallwatch/device';
import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { codeErrorWords } from '../pairing/codes.js';
import { keepCredential, readPhone } from './phone.js';

export interface Connecting {
  readonly onConnected: () => void;
}

/** How this phone introduces itself. */
export function describePhone(name: string): DeviceDescription {
  return { deviceId: readPhone().macAddress, name, firmwareVersion: 'browser' };
}

const redeem = async (code: string, name: string): Promise<void> =>
  keepCredential(await redeemCode({ baseUrl: window.location.origin, device: describePhone(name), code }));

export function useRedeem({ onConnected }: Connecting) {
  const { t } = useTranslation();
  return useMutation({ mutationFn: (code: string) => redeem(code, t('wear.name')), onSuccess: onConnected });
}

/** For a wearer who is signed in on this phone: a code is made and used at once. */
export function useRedeemForMe({ onConnected }: Connecting) {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: async () => {
      const { code } = await api.post('/api/device/pairing-codes', { body: {} });
      await redeem(code, t('wear.name'));
    },
    onSuccess: onConnected,
  });
}

export function ConnectError({ of: error }: { readonly of: unknown }) {
  const { t } = useTranslation();
  if (!error) return null;
  const isWrong = error instanceof FallwatchError && (error.status === 404 || error.status === 400);
  return (
    <Text role="alert" c="var(--mantine-color-error)">
      {isWrong ? t('wear.connect.wrong') : codeErrorWords(t, error)}
    </Text>
  );
}
