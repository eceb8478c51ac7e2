import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useOpenAlerts } from '../../board/alerts.js';
import { Answered } from '../../parts/Answered.js';
import { TextLink } from '../../parts/links.js';
import { Section } from '../../parts/Section.js';
import { AlertList } from '../parts/AlertList.js';

/** Alerts are sorted by urgency: those not shown have waited for less time, or somebody has taken them. */
const shownAtOnce = 10;

export function OpenAlerts() {
  const { t } = useTranslation();
  const { alerts, ...answer } = useOpenAlerts();
  return (
    <Section title={t('admin.overview.alerts')} isPlain>
      <Answered of={answer}>
        {() => (
          <>
            {alerts.length === 0 && <Text>{t('admin.overview.alertsNone')}</Text>}
            {alerts.length > 0 && (
              <AlertList label={t('admin.overview.alerts')} alerts={alerts.slice(0, shownAtOnce)} />
            )}
            <Group gap="xs">
              {alerts.length > shownAtOnce && (
                <Text fw={600}>{t('admin.overview.alertsMore', { count: alerts.length - shownAtOnce })}</Text>
              )}
              <TextLink to="/admin/alerts" py={10}>
                {t('admin.overview.alertsAll')}
              </TextLink>
            </Group>
          </>
        )}
      </Answered>
    </Section>
  );
}
