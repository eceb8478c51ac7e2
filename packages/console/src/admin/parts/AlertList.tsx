import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.js';
import { Call } from '../../parts/Call.js';
import { List } from '../../parts/List.js';
import { ButtonLink } from '../../parts/links.js';
import { Mark, toneOfSeverity } from '../../parts/Mark.js';
import { ErrorNote } from '../../parts/states.js';
import { Ago } from '../../parts/times.js';
import { useAction } from '../../parts/useAction.js';
import { type AdminAlert, alertStateWords, alertWords } from './alertWords.js';

export function AlertList({ label, alerts }: { readonly label: string; readonly alerts: readonly AdminAlert[] }) {
  const { t } = useTranslation();
  return (
    <List
      label={label}
      rows={alerts}
      columns={[
        {
          label: t('admin.alerts.what'),
          cell: (alert) => (
            <Text inherit fw={600}>
              {alertWords(t, alert)}
            </Text>
          ),
        },
        { label: t('common.time'), cell: ({ timestamp }) => <Ago at={timestamp} /> },
        {
          label: t('admin.severity'),
          cell: ({ severity }) => <Mark tone={toneOfSeverity(severity)}>{t(`common.severity.${severity}`)}</Mark>,
        },
        { label: t('admin.status'), cell: (alert) => alertStateWords(t, alert) },
        { label: t('admin.alerts.contact'), cell: (alert) => <Contact of={alert} /> },
      ]}
      actions={(alert) => <AlertActions of={alert} />}
    />
  );
}

function Contact({ of: { emergencyContact, patientName: name } }: { readonly of: AdminAlert }) {
  const { t } = useTranslation();
  if (emergencyContact === null) return t('common.unknown');
  return <Call phone={emergencyContact} name={t('admin.alerts.contactOf', { name })} size="sm" />;
}

function AlertActions({ of: { id, patientId, fallId, acknowledged, state, handledBy } }: { readonly of: AdminAlert }) {
  const { t } = useTranslation();
  const acknowledge = useAction(
    () => api.post('/api/admin/alerts/{id}/acknowledge', { path: { id } }),
    '/api/admin/alerts',
    '/api/admin/stats',
  );
  return (
    <>
      {fallId === null ? (
        <ButtonLink to="/people/$id" params={{ id: patientId }} variant="default" size="sm">
          {t('admin.person')}
        </ButtonLink>
      ) : (
        <ButtonLink to="/falls/$id" params={{ id: fallId }} variant="default" size="sm">
          {t('admin.alerts.fall')}
        </ButtonLink>
      )}
      {/* Whoever answers first has taken it on, and nobody else is called any more: the button says so. */}
      {!acknowledged && state !== 'CLOSED' && (
        <Button size="sm" loading={acknowledge.isPending} onClick={() => acknowledge.mutate()}>
          {t(handledBy ? 'admin.alerts.seen' : 'admin.alerts.take')}
        </Button>
      )}
      {acknowledge.error && <ErrorNote error={acknowledge.error} />}
    </>
  );
}
