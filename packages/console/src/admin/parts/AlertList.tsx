import type { Alert } from '@fallwatch/client';
import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { happenedAt, isAboutResponder } from '../../board/alertRules.js';
import { alertWords, declinedWords, wearerWords } from '../../board/alertWords.js';
import { NotSent } from '../../board/NotSent.js';
import { take, useTaking } from '../../board/taking.js';
import { Call } from '../../parts/Call.js';
import { List } from '../../parts/List.js';
import { ButtonLink } from '../../parts/links.js';
import { Mark, toneOfSeverity } from '../../parts/Mark.js';
import { Ago } from '../../parts/times.js';
import { useSignedIn } from '../../session.js';
import { alertStateWords } from './alertWords.js';

export function AlertList({ label, alerts }: { readonly label: string; readonly alerts: readonly Alert[] }) {
  const { t } = useTranslation();
  const { id } = useSignedIn();
  return (
    <List
      label={label}
      rows={alerts}
      columns={[
        {
          label: t('admin.alerts.what'),
          cell: (alert) => (
            <Text inherit fw={600}>
              {alertWords(t, alert, id)}
            </Text>
          ),
        },
        { label: t('common.time'), cell: (alert) => <Ago at={happenedAt(alert)} /> },
        {
          label: t('admin.severity'),
          cell: ({ severity }) => <Mark tone={toneOfSeverity(severity)}>{t(`common.severity.${severity}`)}</Mark>,
        },
        {
          label: t('admin.status'),
          cell: (alert) =>
            [alertStateWords(t, alert), wearerWords(t, alert), declinedWords(t, alert)].filter(Boolean).join(' · '),
        },
        { label: t('admin.alerts.contact'), cell: (alert) => <Contact of={alert} /> },
      ]}
      actions={(alert) => <AlertActions of={alert} />}
    />
  );
}

function Contact({ of: { emergencyContact, patientName: name } }: { readonly of: Alert }) {
  const { t } = useTranslation();
  if (emergencyContact === null) return t('common.unknown');
  return <Call phone={emergencyContact} name={t('admin.alerts.contactOf', { name })} size="sm" />;
}

function AlertActions({ of: alert }: { readonly of: Alert }) {
  const { t } = useTranslation();
  const { id, patientId, fallId, acknowledged, state, handledBy } = alert;
  const isSending = useTaking(id)?.status === 'sending';
  const canTake = !acknowledged && state !== 'CLOSED';
  return (
    <>
      {fallId === null ? (
        <ButtonLink
          to={isAboutResponder(alert) ? '/admin/users/$id' : '/people/$id'}
          params={{ id: patientId }}
          variant="default"
          size="sm"
        >
          {t('admin.person')}
        </ButtonLink>
      ) : (
        <ButtonLink to="/falls/$id" params={{ id: fallId }} variant="default" size="sm">
          {t('admin.alerts.fall')}
        </ButtonLink>
      )}
      {/* Once one person has taken the alert, nobody else is called: the label says which it is. */}
      {canTake && (
        <Button size="sm" loading={isSending} onClick={() => take(id)}>
          {t(handledBy ? 'admin.alerts.seen' : 'admin.alerts.take')}
        </Button>
      )}
      {canTake && <NotSent alertId={id} />}
    </>
  );
}
