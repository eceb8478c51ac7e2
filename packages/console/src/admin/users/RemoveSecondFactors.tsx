import type { User } from '@fallwatch/client';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.js';
import { Confirm } from '../../parts/Confirm.js';
import { Section } from '../../parts/Section.js';
import { fullName } from '../parts/fullName.js';

/** For a person who has lost the phone and the recovery codes. */
export function RemoveSecondFactors({ of: user }: { readonly of: User }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const [isDone, setDone] = useState(false);
  const name = fullName(user);
  return (
    <Section title={t('security.admin.title')}>
      <Text>{t('security.admin.explain', { name })}</Text>
      <Button variant="default" size="md" w="fit-content" onClick={() => setAsking(true)}>
        {t('security.admin.remove')}
      </Button>
      <Text role="status">{isDone ? t('security.admin.removed') : ''}</Text>
      {isAsking && (
        <Confirm
          title={t('security.admin.removeTitle', { name })}
          explain={t('security.admin.removeExplain')}
          submit={t('security.admin.remove')}
          isDangerous
          act={async () => {
            await api.delete('/api/admin/users/{id}/second-factors', { path: { id: user.id } });
            setDone(true);
          }}
          changed={[]}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  );
}
