import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SoundSwitch } from '../board/SoundSwitch.js';
import { ButtonLink } from '../parts/links.js';
import { Page } from '../parts/Page.js';
import { Section } from '../parts/Section.js';
import { ErrorNote } from '../parts/states.js';
import { useAction } from '../parts/useAction.js';
import { CheckIn } from '../person/CheckIn.js';
import { FhirFile } from '../person/FhirFile.js';
import { HomeAssistant } from '../person/HomeAssistant.js';
import { SignInSecurity } from '../security/SignInSecurity.js';
import { signOut, useSignedIn } from '../session.js';
import { DeleteAccount } from './DeleteAccount.js';
import { Download } from './Download.js';
import { EmailSection } from './EmailSection.js';
import { Look } from './Look.js';
import { MyDevices } from './MyDevices.js';
import { Notified } from './Notified.js';
import { PasswordForm } from './PasswordForm.js';
import { ProfileForm } from './ProfileForm.js';
import { Sessions } from './Sessions.js';

export function Settings() {
  const { t } = useTranslation();
  const me = useSignedIn();
  const leave = useAction(signOut);
  return (
    <Page title={t('settings.title')}>
      <div className="card-columns">
        {me.role !== 'PATIENT' && <Notified />}
        {me.role === 'PATIENT' && <MyDevices />}
        {me.role === 'PATIENT' && <CheckIn patient={me} />}
        {me.role !== 'PATIENT' && (
          <Section title={t('webhooks.title')}>
            <Text>{t('webhooks.explain')}</Text>
            <ButtonLink to="/webhooks" variant="default" size="md" w="fit-content">
              {t('webhooks.open')}
            </ButtonLink>
          </Section>
        )}
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
        <EmailSection />
        <Section title={t('settings.password')}>
          <PasswordForm />
        </Section>
        <Sessions />
        <SignInSecurity />
        {me.role === 'PATIENT' && <HomeAssistant patientId={me.id} />}
        <Section title={t('settings.session')}>
          <Text>{t('settings.sessionExplain')}</Text>
          {leave.error && <ErrorNote error={leave.error} />}
          <Button variant="default" size="md" w="fit-content" loading={leave.isPending} onClick={() => leave.mutate()}>
            {t('frame.signOut')}
          </Button>
        </Section>
        <Download />
        {me.role === 'PATIENT' && <FhirFile of="me" />}
        <Section title={t('settings.delete.open')}>
          <DeleteAccount />
        </Section>
      </div>
    </Page>
  );
}
