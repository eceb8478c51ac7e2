import { Button, CopyButton, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { momentWords } from './times.js';

interface LinkToPassOnProps {
  readonly name: string;
  readonly email: string;
  readonly link: string;
  readonly expiresAt: string;
  /** It was also mailed to the person. */
  readonly mailed: boolean;
}

/** A secret link for somebody else, shown once. */
export function LinkToPassOn({ name, email, link, expiresAt, mailed }: LinkToPassOnProps) {
  const { t } = useTranslation();
  const until = momentWords(expiresAt);
  return (
    <>
      <Text style={{ overflowWrap: 'anywhere' }}>
        {mailed ? t('account.link.mailed', { email }) : t('account.link.notMailed')} {t('letter.once', { until })}
      </Text>
      <LinkField label={t('letter.link', { name })} link={link} />
      <CopyLink link={link} />
    </>
  );
}

export function CopyLink({ link }: { readonly link: string }) {
  const { t } = useTranslation();
  return (
    <CopyButton value={link} timeout={4_000}>
      {({ copied, copy }) => (
        <Button size="md" onClick={copy}>
          <span aria-live="polite">{copied ? t('letter.copied') : t('letter.copy')}</span>
        </Button>
      )}
    </CopyButton>
  );
}

export function LinkField({ label, link }: { readonly label: string; readonly link: string }) {
  return <TextInput label={label} size="md" value={link} readOnly onFocus={(event) => event.currentTarget.select()} />;
}
