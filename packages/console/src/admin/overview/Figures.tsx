import { Paper, SimpleGrid, Text } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useGet } from '../../api.js';
import { Answered } from '../../parts/Answered.js';
import { TextLink } from '../../parts/links.js';
import { Section } from '../../parts/Section.js';

export function Figures() {
  const { t } = useTranslation();
  const answer = useGet('/api/admin/stats');
  return (
    <Section title={t('admin.overview.figures')} isPlain>
      <Answered of={answer}>
        {(stats) => (
          <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }} spacing="sm">
            <Figure value={stats.fallsToday} label={t('admin.overview.fallsToday')} to="/admin/falls">
              {t('admin.overview.fallsTodayExplain')}
            </Figure>
            <Figure
              value={stats.patientsWithoutCaregiver}
              label={t('admin.overview.patientsWithoutCaregiver')}
              to="/admin/people"
              search={{ care: 'none' }}
            >
              {t('admin.overview.patientsWithoutCaregiverExplain')}
            </Figure>
            <Figure value={stats.silentDevices} label={t('admin.overview.silentDevices')} to="/admin/devices">
              {t('admin.overview.silentDevicesExplain')}
            </Figure>
            <Figure value={stats.highRiskPatients} label={t('admin.overview.highRiskPatients')} to="/admin/people" />
            <Figure value={stats.activeDevices} label={t('admin.overview.activeDevices')} to="/admin/devices" />
            <Figure
              value={stats.caregiverAssignments}
              label={t('admin.overview.caregiverAssignments')}
              to="/admin/caregivers"
            >
              {t('admin.overview.caregiverAssignmentsExplain')}
            </Figure>
            <Figure value={stats.totalUsers} label={t('admin.overview.totalUsers')} to="/admin/users" />
          </SimpleGrid>
        )}
      </Answered>
    </Section>
  );
}

interface FigureProps {
  readonly value: number;
  readonly label: string;
  readonly to: LinkProps['to'];
  readonly search?: Readonly<Record<string, string>>;
  readonly children?: string;
}

/** A number, its label, and a link to the list it counts. */
function Figure({ value, label, to, search, children }: FigureProps) {
  return (
    <Paper withBorder p="md">
      <Text fz={32} fw={700} lh={1.1} className="numbers">
        {value}
      </Text>
      <TextLink to={to} search={search as never} lh={1.3} display="inline-block" py={4}>
        {label}
      </TextLink>
      {children && (
        <Text size="sm" c="dimmed">
          {children}
        </Text>
      )}
    </Paper>
  );
}
