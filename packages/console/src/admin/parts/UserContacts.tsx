import { useTranslation } from 'react-i18next';
import { ContactPointsOf, OwnContactPoints } from '../../contacts/ContactPoints.js';
import { Section } from '../../parts/Section.js';
import { useSignedIn } from '../../session.js';

/** How an account is notified. Admins see their own as in the settings: there they can enter codes. */
export function UserContacts({ id, name }: { readonly id: string; readonly name: string }) {
  const { t } = useTranslation();
  const isSelf = useSignedIn().id === id;
  return (
    <Section title={isSelf ? t('contacts.title') : t('contacts.titleOf', { name })}>
      {isSelf ? <OwnContactPoints /> : <ContactPointsOf id={id} name={name} />}
    </Section>
  );
}
