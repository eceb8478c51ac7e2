import type { ContactPoint } from '@fallwatch/client';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Mark } from '../parts/Mark.js';
import { StateIcon } from '../parts/StateIcon.js';
import { Ago, timeWords } from '../parts/times.js';

export function ContactState({ of: { verifiedAt, lastOkAt, failingSince, failingReason } }: Of) {
  const { t } = useTranslation();
  if (verifiedAt === null)
    return (
      <>
        <Mark tone="calm">
          <StateIcon shape="open" />
          {t('contacts.notVerified')}
        </Mark>
        <Detail>{t('contacts.notVerifiedExplain')}</Detail>
      </>
    );
  if (failingSince !== null)
    return (
      <>
        <Mark tone="attention">
          <StateIcon shape="trouble" />
          {t('contacts.failing')}
        </Mark>
        <Detail>
          {t('contacts.failingSince', { time: timeWords(failingSince) })} <Reason>{failingReason}</Reason>
        </Detail>
      </>
    );
  return (
    <>
      <StateIcon shape="ok" />
      {t('contacts.works')}
      {lastOkAt && (
        <Detail>
          {t('contacts.lastSent')} <Ago at={lastOkAt} />
        </Detail>
      )}
    </>
  );
}

interface Of {
  readonly of: ContactPoint;
}

function Detail({ children }: { readonly children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed" mt={2}>
      {children}
    </Text>
  );
}

/** The service gives reasons in English only. */
export function Reason({ children }: { readonly children: string | null }) {
  return <span lang="en">{children}</span>;
}
