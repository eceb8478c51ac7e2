import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SoundSwitch } from '../board/SoundSwitch.js';
import { Page } from '../parts/Page.js';
import { Section } from '../parts/Section.js';
import { ErrorNote } from '../parts/states.js';
import { useAction } from '../parts/useAction.js';
import { signOut, useSignedIn } from '../session.js';
import { DeleteAccount } from './DeleteAccount.js';
import { Look } from './Look.js';
import { MyDevices } from './MyDevices.js';
import { Notified } from './Notified.js';
import { PasswordForm } from './PasswordForm.js';
import { ProfileForm } from './ProfileForm.js';

export function Settings() {
  const { t } = useTranslation();
  const me = useSignedIn();
  const leave = useAction(signOut);
  return (
    <Page title={t('settings.title')}>
      {me.role !== 'PATIENT' && <Notified />}
      {me.role === 'PATIENT' && <MyDevices />}
      <Section title={t('settings.look')}>
        <Look />
      </Section>
      {me.role !== 'PATIENT' && (
        <Section title={t('settings.sound')}>
          <Text>{t('board.sound.explain')}</Text>
          <Group>
            <SoundSwitch />
          </Group>
        </Section>
      )}
      <Section title={t('settings.profile')}>
        <ProfileForm />
      </Section>
      <Section title={t('settings.password')}>
        <PasswordForm />
      </Section>
      <Section title={t('settings.session')}>
        <Text>{t('settings.sessionExplain')}</Text>
        {leave.error && <ErrorNote error={leave.error} />}
        <Button variant="default" size="md" w="fit-content" loading={leave.isPending} onClick={() => leave.mutate()}>
          {t('frame.signOut')}
        </Button>
      </Section>
      <Section title={t('settings.delete.open')}>
        <DeleteAccount />
      </Section>
    </Page>
  );
}
