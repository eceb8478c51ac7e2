import { FallwatchError } from '@fallwatch/client';
import { Button, Divider, Stack, Text } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useGet } from '../api.js';
import { errorWords } from '../parts/errors.js';
import { useAction } from '../parts/useAction.js';
import { signInByPasskey } from '../session.js';
import type { security } from '../words/en/security.js';
import { canUsePasskeys } from './passkeys.js';

/** Sign-in without a password of ours: by passkey, and with the provider of the installation. */
export function OtherWays() {
  const { t } = useTranslation();
  const { data: methods } = useGet('/api/auth/methods');
  const hasPasskeys = methods?.passkeys && canUsePasskeys();
  const provider = methods?.oidc?.name;
  if (!hasPasskeys && !provider) return null;
  return (
    <Stack gap="sm">
      <Divider label={t('security.signIn.or')} labelPosition="center" />
      {provider && <ProviderProblem name={provider} />}
      {hasPasskeys && <PasskeyButton />}
      {provider && (
        <Button component="a" href="/api/auth/oidc/start" variant="default" size="md">
          {t('security.signIn.oidc', { name: provider })}
        </Button>
      )}
    </Stack>
  );
}

function PasskeyButton() {
  const { t } = useTranslation();
  const action = useAction(signInByPasskey);
  const problem = (): string => {
    if (!(action.error instanceof FallwatchError)) return t('security.signIn.passkeyCancelled');
    return action.error.status === 401 ? t('security.signIn.passkeyRefused') : errorWords(t, action.error);
  };
  return (
    <>
      <Button variant="default" size="md" loading={action.isPending} onClick={() => action.mutate()}>
        {t('security.signIn.passkey')}
      </Button>
      {action.error && <Problem>{problem()}</Problem>}
    </>
  );
}

/** The service redirects here with the reason in the fragment. */
function ProviderProblem({ name }: { readonly name: string }) {
  const { t } = useTranslation();
  const { hash } = useLocation();
  const [, problem = ''] = /^oidc=(\w+)$/.exec(hash) ?? [];
  const isKnown = (code: string): code is keyof typeof security.oidcProblem =>
    ['UNAVAILABLE', 'CANCELLED', 'FAILED', 'NO_ACCOUNT', 'SECOND_FACTOR'].includes(code);
  return isKnown(problem) && <Problem>{t(`security.oidcProblem.${problem}`, { name })}</Problem>;
}

function Problem({ children }: { readonly children: string }) {
  return (
    <Text c="var(--mantine-color-error)" role="alert">
      {children}
    </Text>
  );
}
