import type { Passkey, SecondFactors } from '@fallwatch/client';
import { Button, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, List } from '../parts/List.js';
import { Ago, dateWords } from '../parts/times.js';
import { AddPasskey } from './AddPasskey.js';
import type { HeadingOrder } from './factors.js';
import { canUsePasskeys } from './passkeys.js';
import { RemovePasskey } from './RemovePasskey.js';

interface Props extends HeadingOrder {
  readonly of: SecondFactors;
}

export function Passkeys({ of: { passkeys, hasPassword }, headingOrder }: Props) {
  const { t } = useTranslation();
  const columns = useColumns();
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  return (
    <Stack gap="xs">
      <Title order={headingOrder} size="h5">
        {t('security.passkeys.title')}
      </Title>
      <Text>{t('security.passkeys.explain')}</Text>
      {passkeys.length > 0 && (
        <List
          label={t('security.passkeys.title')}
          rows={passkeys}
          columns={columns}
          actions={(passkey) => (
            <Button variant="default" size="sm" onClick={() => setRemoved(passkey)}>
              {t('security.passkeys.remove')}
            </Button>
          )}
        />
      )}
      {canUsePasskeys() ? (
        <Button variant="default" size="md" w="fit-content" onClick={() => setAdding(true)}>
          {t('security.passkeys.add')}
        </Button>
      ) : (
        <Text c="dimmed">{t('security.passkeys.unsupported')}</Text>
      )}
      {isAdding && <AddPasskey hasPassword={hasPassword} onClose={() => setAdding(false)} />}
      {removed && <RemovePasskey passkey={removed} hasPassword={hasPassword} onClose={() => setRemoved(null)} />}
    </Stack>
  );
}

function useColumns(): readonly [Column<Passkey>, ...Column<Passkey>[]] {
  const { t } = useTranslation();
  return [
    { label: t('common.name'), cell: ({ name }) => name },
    { label: t('security.passkeys.added'), cell: ({ createdAt }) => dateWords(createdAt) },
    { label: t('security.passkeys.lastUsed'), cell: ({ lastUsedAt }) => <Ago at={lastUsedAt} /> },
  ];
}
