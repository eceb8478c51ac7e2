import { Button, Text, UnstyledButton } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Door } from '../frame/Door.js';
import { normalizeCode, toShownCode } from '../pairing/codes.js';
import { ButtonLink } from '../parts/links.js';
import { useMe } from '../session.js';
import { ConnectError, type Connecting, useRedeem, useRedeemForMe } from './connecting.js';
import { EnterOwnCode } from './EnterOwnCode.js';
import { Limits } from './Limits.js';
import { ShowOwnCode } from './ShowOwnCode.js';

/** `/wear#CODE` is the address in the QR code on a card or a screen. */
export function ConnectPhone(props: Connecting) {
  const { t } = useTranslation();
  const code = normalizeCode(useLocation({ select: ({ hash }) => hash }));
  return (
    <Door title={t('wear.connect.title')}>
      <Text>{t('wear.explain')}</Text>
      {code === '' ? <Ways {...props} /> : <GivenCode code={code} {...props} />}
      <Limits />
    </Door>
  );
}

function GivenCode({ code, onConnected }: Connecting & { readonly code: string }) {
  const { t } = useTranslation();
  const redeem = useRedeem({ onConnected });
  return (
    <>
      <Text>{t('wear.connect.withCode', { code: toShownCode(code) })}</Text>
      <ConnectError of={redeem.error} />
      <Button size="lg" className="wraps" loading={redeem.isPending} onClick={() => redeem.mutate(code)}>
        {t('wear.connect.submit')}
      </Button>
      {redeem.error && (
        <ButtonLink to="/wear" variant="default" size="md">
          {t('common.back')}
        </ButtonLink>
      )}
    </>
  );
}

const ways = ['show', 'enter'] as const;

function Ways(props: Connecting) {
  const { t } = useTranslation();
  const { data: me } = useMe();
  const [way, setWay] = useState<(typeof ways)[number]>();
  if (way !== undefined)
    return (
      <>
        {way === 'show' ? <ShowOwnCode {...props} /> : <EnterOwnCode {...props} />}
        <Button variant="subtle" size="md" w="fit-content" onClick={() => setWay(undefined)}>
          {t('common.back')}
        </Button>
      </>
    );
  return (
    <>
      {me?.role === 'PATIENT' && <ForMe name={`${me.firstName} ${me.lastName}`} {...props} />}
      {ways.map((each) => (
        <UnstyledButton key={each} className="way" onClick={() => setWay(each)}>
          <Text fw={650}>{t(`wear.connect.${each}`)}</Text>
          <Text size="sm">{t(`wear.connect.${each}Explain`)}</Text>
        </UnstyledButton>
      ))}
    </>
  );
}

function ForMe({ name, onConnected }: Connecting & { readonly name: string }) {
  const { t } = useTranslation();
  const redeem = useRedeemForMe({ onConnected });
  return (
    <>
      <ConnectError of={redeem.error} />
      <Button size="lg" className="wraps" loading={redeem.isPending} onClick={() => redeem.mutate()}>
        {t('wear.connect.self')}
      </Button>
      <Text size="sm">{t('wear.connect.selfExplain', { name })}</Text>
    </>
  );
}
