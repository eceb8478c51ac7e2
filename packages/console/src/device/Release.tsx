import type { Device } from '@fallwatch/client';
import { Button, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { devicePaths } from '../pairing/devicePaths.js';
import { Confirm } from '../parts/Confirm.js';
import { Section } from '../parts/Section.js';
import { useSignedIn } from '../session.js';

interface ReleaseProps {
  readonly device: Device;
  /** The wearer's name. */
  readonly wearer: string;
}

export function Release({ device: { id, userId, name }, wearer }: ReleaseProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isSelf = useSignedIn().id === userId;
  const [isAsked, setAsked] = useState(false);
  const release = async (): Promise<void> => {
    await api.post('/api/device/{id}/release', { path: { id } });
    // Before the lists are fetched again: this page would ask for a device that has no wearer any more.
    await navigate(isSelf ? { to: '/settings' } : { to: '/people/$id', params: { id: userId } });
  };
  return (
    <Section title={t('pairing.release.title')}>
      <Text>{t('pairing.release.explain')}</Text>
      <Button variant="default" size="md" w="fit-content" onClick={() => setAsked(true)}>
        {t('pairing.release.submit')}
      </Button>
      {isAsked && (
        <Confirm
          title={t('pairing.release.confirmTitle', { device: name })}
          explain={t('pairing.release.confirm', { name: wearer })}
          submit={t('pairing.release.submit')}
          isDangerous
          act={release}
          changed={devicePaths}
          onClose={() => setAsked(false)}
        />
      )}
    </Section>
  );
}
