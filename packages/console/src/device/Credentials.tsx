import type { Device, DeviceCredential } from '@fallwatch/client';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, useGet } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { Confirm } from '../parts/Confirm.js';
import { type Column, List } from '../parts/List.js';
import { Section } from '../parts/Section.js';
import { Ago, momentWords } from '../parts/times.js';
import { NewCredential } from './NewCredential.js';

export function Credentials({ device }: { readonly device: Device }) {
  const { t } = useTranslation();
  const path = { id: device.id };
  const credentials = useGet('/api/device/{id}/credentials', { path });
  const columns = useColumns();
  const [revoked, setRevoked] = useState<DeviceCredential | null>(null);
  return (
    <Section title={t('pairing.credentials.title')}>
      <Text>{t('pairing.credentials.explain')}</Text>
      <Answered of={credentials}>
        {(rows) =>
          rows.length === 0 ? (
            <Text>{t('pairing.credentials.none')}</Text>
          ) : (
            <List
              label={t('pairing.credentials.title')}
              rows={rows}
              columns={columns}
              actions={(credential) => (
                <Button variant="default" size="sm" onClick={() => setRevoked(credential)}>
                  {t('pairing.credentials.revoke')}
                </Button>
              )}
            />
          )
        }
      </Answered>
      <NewCredential device={device} />
      {revoked && (
        <Confirm
          title={t('pairing.credentials.revokeTitle')}
          explain={t('pairing.credentials.revokeExplain')}
          submit={t('pairing.credentials.revoke')}
          isDangerous
          act={() =>
            api.delete('/api/device/{id}/credentials/{credentialId}', { path: { ...path, credentialId: revoked.id } })
          }
          changed={['/api/device/{id}/credentials']}
          onClose={() => setRevoked(null)}
        />
      )}
    </Section>
  );
}

function useColumns(): readonly [Column<DeviceCredential>, ...Column<DeviceCredential>[]] {
  const { t } = useTranslation();
  return [
    {
      label: t('pairing.credentials.created'),
      cell: ({ createdAt }) => (
        <>
          {t('pairing.credentials.created')} {momentWords(createdAt)}
        </>
      ),
    },
    { label: t('pairing.credentials.lastUsed'), cell: ({ lastUsedAt }) => <Ago at={lastUsedAt} /> },
    {
      label: t('pairing.credentials.ends'),
      cell: ({ expiresAt }) => (expiresAt === null ? t('pairing.credentials.endless') : momentWords(expiresAt)),
    },
  ];
}
