import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { Section } from '../parts/Section.js';
import { AuthenticatorApp } from './AuthenticatorApp.js';
import type { HeadingOrder } from './factors.js';
import { Passkeys } from './Passkeys.js';

export function SignInSecurity() {
  const { t } = useTranslation();
  return (
    <Section title={t('security.title')}>
      <SecondFactorList headingOrder={3} />
    </Section>
  );
}

/** Also the page of an admin who has to set one up. */
export function SecondFactorList({ headingOrder }: HeadingOrder) {
  const factors = useGet('/api/profile/second-factors');
  const methods = useGet('/api/auth/methods');
  return (
    <Answered of={factors}>
      {(own) => (
        <Stack gap="lg">
          <AuthenticatorApp of={own} headingOrder={headingOrder} />
          {methods.data?.passkeys && <Passkeys of={own} headingOrder={headingOrder} />}
        </Stack>
      )}
    </Answered>
  );
}
