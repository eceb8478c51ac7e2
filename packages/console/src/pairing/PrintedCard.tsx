import { Button, Portal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Answered } from '../parts/Answered.js';
import { dateWords } from '../parts/times.js';
import { toShownCode, toTypedAddress } from './codes.js';
import { LazyQrCode } from './LazyQrCode.js';
import { type CodeProps, useNewDevice, usePairingCode } from './pairingCode.js';

const cardDays = 30;

/** A code on paper. Only the card is printed, see `.card` in style/cards.css. */
export function PrintedCard(props: CodeProps) {
  const { t } = useTranslation();
  const { name } = props.wearer;
  const answer = usePairingCode(props.wearer, cardDays);
  useNewDevice(props);
  return (
    <Answered of={answer}>
      {({ code, url, expiresAt }) => (
        <Stack>
          <Text>{t('pairing.card.explain', { name, time: dateWords(expiresAt) })}</Text>
          <LazyQrCode url={url} />
          <Text fw={700} fz="lg" ta="center" className="pairing-code">
            {toShownCode(code)}
          </Text>
          <Button size="md" onClick={() => window.print()}>
            {t('pairing.card.print')}
          </Button>
          <Portal reuseTargetNode={false}>
            <Card name={name} code={code} url={url} expiresAt={expiresAt} />
          </Portal>
        </Stack>
      )}
    </Answered>
  );
}

interface CardProps {
  readonly name: string;
  readonly code: string;
  readonly url: string;
  readonly expiresAt: string;
}

function Card({ name, code, url, expiresAt }: CardProps) {
  const { t } = useTranslation();
  return (
    <section className="card">
      <h1>{t('pairing.card.heading', { name })}</h1>
      <ol>
        <li>{t('pairing.card.scan')}</li>
        <li>{t('pairing.card.type', { address: toTypedAddress(url) })}</li>
        <li>{t('pairing.card.start')}</li>
      </ol>
      <LazyQrCode url={url} />
      <p className="pairing-code">{toShownCode(code)}</p>
      <p>{t('pairing.card.until', { time: dateWords(expiresAt) })}</p>
    </section>
  );
}
