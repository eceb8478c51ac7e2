import type { ContactPoint, ContactTest } from '@fallwatch/client';
import { Alert, Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '../api.js';
import { type Column, List } from '../parts/List.js';
import { ErrorNote } from '../parts/states.js';
import { useAction } from '../parts/useAction.js';
import { ContactState, Reason } from './ContactState.js';
import { contactPaths, type Owner, toShownAddress } from './contactPoints.js';
import { stepWords } from './UseFields.js';

type Act = (point: ContactPoint) => void;

interface ContactListProps {
  readonly owner: Owner;
  readonly points: readonly ContactPoint[];
  readonly onCode: Act;
  readonly onChange: Act;
  readonly onDelete: Act;
}

export function ContactList({ owner: { isSelf, name }, points, onCode, onChange, onDelete }: ContactListProps) {
  const { t } = useTranslation();
  const columns = useColumns();
  const test = useAction(
    ({ id }: ContactPoint) => api.post('/api/contact-points/{id}/test', { path: { id } }),
    ...contactPaths,
  );
  return (
    <>
      <List
        label={isSelf ? t('contacts.title') : t('contacts.titleOf', { name })}
        rows={points}
        columns={columns}
        actions={(point) => (
          <>
            {point.verifiedAt === null ? (
              <Do words={t(isSelf ? 'contacts.code.title' : 'contacts.code.forOther')} to={point} onPress={onCode} />
            ) : (
              <Do
                words={t('contacts.test')}
                to={point}
                onPress={test.mutate}
                isPending={test.isPending && test.variables.id === point.id}
              />
            )}
            <Do words={t('contacts.change')} to={point} onPress={onChange} />
            <Do words={t('contacts.delete')} to={point} onPress={onDelete} />
          </>
        )}
      />
      {test.error && <ErrorNote error={test.error} />}
      <div role="status">
        {test.isSuccess && <TestResult of={test.data} address={toShownAddress(test.variables)} />}
      </div>
    </>
  );
}

interface DoProps {
  readonly words: string;
  readonly to: ContactPoint;
  readonly onPress: Act;
  readonly isPending?: boolean;
}

function Do({ words, to, onPress, isPending = false }: DoProps) {
  return (
    <Button
      variant="default"
      size="sm"
      aria-label={`${words}: ${toShownAddress(to)}`}
      loading={isPending}
      onClick={() => onPress(to)}
    >
      {words}
    </Button>
  );
}

interface TestResultProps {
  readonly of: ContactTest;
  readonly address: string;
}

function TestResult({ of: { status, reason }, address }: TestResultProps) {
  const { t } = useTranslation();
  if (status === 'sent' || status === 'accepted') return <Text>{t('contacts.tested', { address })}</Text>;
  return (
    <Alert
      color="device"
      variant="outline"
      title={t('contacts.testFailed', { address })}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      <Reason>{reason}</Reason>
    </Alert>
  );
}

function useColumns(): readonly [Column<ContactPoint>, ...Column<ContactPoint>[]] {
  const { t } = useTranslation();
  return [
    {
      label: t('contacts.kind'),
      cell: ({ kind, label }) => (
        <>
          <Text component="span" inherit fw={600} style={{ whiteSpace: 'nowrap' }}>
            {t(`contacts.kinds.${kind}`)}
          </Text>
          {label && (
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {label}
            </Text>
          )}
        </>
      ),
    },
    {
      label: t('contacts.address'),
      cell: (point) => <span style={{ overflowWrap: 'anywhere' }}>{toShownAddress(point)}</span>,
    },
    { label: t('contacts.status'), cell: (point) => <ContactState of={point} /> },
    {
      label: t('contacts.used'),
      cell: ({ minSeverity, fromStep }) => (
        <>
          {t(`contacts.severities.${minSeverity}`)}
          {fromStep > 1 && <Text size="sm">{stepWords(t, fromStep)}</Text>}
        </>
      ),
    },
  ];
}
