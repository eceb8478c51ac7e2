import { useTranslation } from 'react-i18next';
import { AlertList } from '../admin/parts/AlertList.js';
import { isWaiting } from '../board/alertRules.js';
import { useOpenAlerts } from '../board/alerts.js';
import { HandCard } from '../board/HandCard.js';
import { WaitingCard } from '../board/WaitingCard.js';
import { Section } from '../parts/Section.js';

interface Of {
  readonly patientId: string;
}

/** Renders nothing without open alerts: the rest of the page shows how the person is. */
export function OpenAlertsOfCaregiver({ patientId }: Of) {
  const { t } = useTranslation();
  const open = useOpenAlerts().alerts.filter((alert) => alert.patientId === patientId);
  if (open.length === 0) return null;
  return (
    <Section title={t('person.openAlerts')} isPlain>
      {open.map((alert, index) =>
        isWaiting(alert) ? (
          <WaitingCard key={alert.id} alert={alert} isFirst={index === 0} />
        ) : (
          <HandCard key={alert.id} alert={alert} />
        ),
      )}
    </Section>
  );
}

export function OpenAlertsOfAdmin({ patientId }: Of) {
  const { t } = useTranslation();
  const open = useOpenAlerts().alerts.filter((alert) => alert.patientId === patientId);
  if (open.length === 0) return null;
  return (
    <Section title={t('person.openAlerts')} isPlain>
      <AlertList label={t('person.openAlerts')} alerts={open} />
    </Section>
  );
}
