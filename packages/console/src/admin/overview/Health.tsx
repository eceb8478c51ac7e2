import type { HealthReport } from '@fallwatch/client';
import { Alert, List, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useGet } from '../../api.js';
import { Section } from '../../parts/Section.js';
import { Loading } from '../../parts/states.js';

export function Health() {
  const { t } = useTranslation();
  // Without a database the service answers 503: the page must show something then, too.
  const { data, error } = useGet('/api/health');
  return (
    <Section title={t('admin.overview.health')}>
      {error && (
        <Alert color="danger" variant="outline" role="alert">
          {t('admin.overview.noHealth')}
        </Alert>
      )}
      {!error && data && <Report of={data} />}
      {!error && !data && <Loading />}
    </Section>
  );
}

function Report({ of: report }: { readonly of: HealthReport }) {
  const { t } = useTranslation();
  const troubles = listTroubles(t, report);
  return (
    <>
      {troubles.length === 0 ? (
        <Text>{t('admin.overview.healthy')}</Text>
      ) : (
        <Alert
          color={report.status === 'UNHEALTHY' ? 'danger' : 'device'}
          variant="outline"
          role="alert"
          title={t(report.status === 'UNHEALTHY' ? 'admin.overview.unhealthy' : 'admin.overview.degraded')}
          styles={{ title: { color: 'var(--mantine-color-text)' } }}
        >
          <List>
            {troubles.map((trouble) => (
              <List.Item key={trouble}>{trouble}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        {t('admin.overview.running', { version: report.version, duration: durationWords(t, report.uptime) })}
      </Text>
    </>
  );
}

/** The parts that are down, and the effect of each. */
function listTroubles(t: TFunction, { checks: { alerts, recorder, ...parts } }: HealthReport): string[] {
  // Without NATS there is no journal: one sentence covers both.
  const names = ['database', 'redis', 'clock', parts.nats.status === 'DOWN' ? 'nats' : 'journal'] as const;
  const down = names.filter((name) => parts[name].status === 'DOWN').map((name) => t(`admin.overview.${name}`));
  if (recorder.status === 'DOWN' && recorder.lagMs)
    down.push(t('admin.overview.recorderLate', { seconds: Math.round(recorder.lagMs / 1_000) }));
  if (recorder.setAside) down.push(t('admin.overview.setAside', { number: recorder.setAside }));
  if (alerts.status === 'UP') return down;
  const late = alerts.lateMs;
  const words =
    late === null
      ? t('admin.overview.alertsUnknown')
      : t('admin.overview.alertsLate', { seconds: Math.round(late / 1_000) });
  return [words, ...down];
}

function durationWords(t: TFunction, seconds: number): string {
  if (seconds < 7_200) return t('admin.overview.minutes', { count: Math.floor(seconds / 60) });
  if (seconds < 172_800) return t('admin.overview.hours', { count: Math.floor(seconds / 3_600) });
  return t('admin.overview.days', { count: Math.floor(seconds / 86_400) });
}
