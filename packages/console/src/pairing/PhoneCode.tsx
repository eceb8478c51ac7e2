import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Answered } from '../parts/Answered.js';
import { useNow } from '../parts/now.js';
import { timeWords } from '../parts/times.js';
import { toTypedAddress } from './codes.js';
import { type CodeProps, useNewDevice, usePairingCode } from './pairingCode.js';
import { ShownCode } from './ShownCode.js';

/** A code for a phone in the same room, valid for ten minutes. */
export function PhoneCode(props: CodeProps) {
  const { t } = useTranslation();
  const answer = usePairingCode(props.wearer);
  const now = useNow();
  useNewDevice(props);
  return (
    <Answered of={answer}>
      {({ code, url, expiresAt }) =>
        Date.parse(expiresAt) < now ? (
          <Stack align="flex-start">
            <Text role="alert">{t('pairing.phone.expired')}</Text>
            <Button size="md" loading={answer.isFetching} onClick={() => void answer.refetch()}>
              {t('pairing.phone.again')}
            </Button>
          </Stack>
        ) : (
          <Stack>
            <Text>{t('pairing.phone.scan')}</Text>
            <ShownCode url={url} code={code}>
              {t('pairing.phone.type', { address: toTypedAddress(url) })}
            </ShownCode>
            <Text size="sm">{t('pairing.phone.until', { time: timeWords(expiresAt) })}</Text>
          </Stack>
        )
      }
    </Answered>
  );
}
