import { SimpleGrid, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Page } from '../parts/Page.js';
import type { Task } from './maintenance/resultWords.js';
import { TaskCard } from './maintenance/TaskCard.js';

const tasks: readonly Task[] = [
  'cleanup_sensor_data',
  'cleanup_logs',
  'cleanup_sessions',
  'recalculate_health_scores',
  'refresh_device_status',
  'optimize_database',
];

export function Maintenance() {
  const { t } = useTranslation();
  return (
    <Page title={t('frame.nav.maintenance')}>
      <Text>
        {t('admin.maintenance.explain')} {t('admin.maintenance.tryFirst')}
      </Text>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {tasks.map((task) => (
          <TaskCard key={task} task={task} />
        ))}
      </SimpleGrid>
    </Page>
  );
}
