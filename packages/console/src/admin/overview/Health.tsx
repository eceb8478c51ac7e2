import type { DataOf } from '@fallwatch/client';
import { Alert, List, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useGet } from '../../api.js';
import { Section } from '../../parts/Section.js';
import { Loading } from '../../parts/states.js';

type Report = DataOf<'get', '/api/health'>;

export function Health() {
  const { t } = useTranslation();
  // Without a database the answer is a refusal: then, too, something has to be said.
  const { data, error } = useGet('/api/health');
  return (
    <Section title={t('admin.overview.health')}>
      {error && (
        <Alert color="red" variant="outline" role="alert">
          {t('admin.overview.noHealth')}
        </Alert>
      )}
      {!error && data && <Report of={data} />}
      {!error && !data && <Loading />}
    </Section>
  );
}

function Report({ of: report }: { readonly of: Report }) {
  const { t } = useTranslation();
  const troubles = troublesOf(t, report);
  return (
    <>
      {troubles.length === 0 ? (
        <Text>{t('admin.overview.healthy')}</Text>
      ) : (
        <Alert
          color={report.status === 'UNHEALTHY' ? 'red' : 'yellow'}
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

/** What is down, and what that means. */
function troublesOf(t: TFunction, { checks: { alerts, ...parts } }: Report): string[] {
  const names = ['database', 'redis', 'nats'] as const;
  const down = names.filter((name) => parts[name].status === 'DOWN').map((name) => t(`admin.overview.${name}`));
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
