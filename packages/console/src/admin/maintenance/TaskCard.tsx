import type { MaintenanceReport } from '@fallwatch/client';
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.js';
import { Confirm } from '../../parts/Confirm.js';
import { ErrorNote } from '../../parts/states.js';
import { clockWords } from '../../parts/times.js';
import { useAction } from '../../parts/useAction.js';
import { resultWords, type Task } from './resultWords.js';

/** A dry run of these tasks returns nothing useful, so they ask for confirmation instead. */
const untriable: readonly Task[] = ['refresh_device_status', 'optimize_database'];

/** Dry run first: the button that runs the task is enabled once the result of the dry run is on the screen. */
export function TaskCard({ task }: { readonly task: Task }) {
  const { t } = useTranslation();
  const [report, setReport] = useState<MaintenanceReport | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const action = useAction(
    async (dryRun: boolean) =>
      setReport(await api.post('/api/admin/maintenance', { body: { task, options: { dryRun } } })),
    '/api/admin/logs',
    '/api/admin/stats',
  );
  const canTry = !untriable.includes(task);
  const wasTried = report?.result.dryRun === true;
  return (
    <Paper withBorder p="md" component="section">
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t(`admin.maintenance.task.${task}`)}
        </Title>
        <Text>{t(`admin.maintenance.about.${task}`)}</Text>
        <Group gap="sm">
          {canTry && (
            <Button variant="default" size="md" loading={action.isPending} onClick={() => action.mutate(true)}>
              {t('admin.maintenance.try')}
            </Button>
          )}
          <Button
            size="md"
            loading={action.isPending}
            disabled={canTry && !wasTried}
            onClick={() => (canTry ? action.mutate(false) : setConfirming(true))}
          >
            {t('admin.maintenance.run')}
          </Button>
        </Group>
        <div role="status">{report && <Result of={report} />}</div>
        {action.error && <ErrorNote error={action.error} />}
      </Stack>
      {isConfirming && (
        <Confirm
          title={t('admin.maintenance.runTitle', { task: t(`admin.maintenance.task.${task}`) })}
          explain={`${t(`admin.maintenance.about.${task}`)} ${t('admin.maintenance.cannotTry')}`}
          submit={t('admin.maintenance.run')}
          act={() => action.mutateAsync(false)}
          changed={[]}
          onClose={() => setConfirming(false)}
        />
      )}
    </Paper>
  );
}

function Result({ of: report }: { readonly of: MaintenanceReport }) {
  const { t } = useTranslation();
  const isDry = report.result.dryRun === true;
  const done = report.status === 'RUNNING' ? 'admin.maintenance.running' : 'admin.maintenance.done';
  return (
    <Text>
      <b>{t(isDry ? 'admin.maintenance.would' : done)}</b> {resultWords(t, report)} (
      {t('admin.maintenance.at', { time: clockWords(report.finishedAt ?? report.startedAt) })})
    </Text>
  );
}
