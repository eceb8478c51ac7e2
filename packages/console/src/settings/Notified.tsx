import { Text } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { OwnContactPoints } from '../contacts/ContactPoints.js';
import { ButtonLink } from '../parts/links.js';
import { Section } from '../parts/Section.js';
import { MessageLanguage } from './MessageLanguage.js';
import { welcomeHash } from './welcomeHash.js';

export function Notified() {
  const { t } = useTranslation();
  const isWelcome = useLocation({ select: ({ hash }) => hash === welcomeHash });
  return (
    <Section title={t('contacts.title')}>
      {isWelcome && (
        <Text fz="lg" fw={600}>
          {t('contacts.welcome')}
        </Text>
      )}
      <OwnContactPoints />
      <MessageLanguage />
      {isWelcome && (
        <ButtonLink to="/" variant="default" size="md" w="fit-content">
          {t('frame.notFound.home')}
        </ButtonLink>
      )}
    </Section>
  );
}
