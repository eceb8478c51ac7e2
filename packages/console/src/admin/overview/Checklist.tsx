import type { SetupChecklist } from '@fallwatch/client';
import { Group, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, usePage } from '../../api.js';
import { ButtonLink } from '../../parts/links.js';

const steps = ['person', 'caregiver', 'contactPoint', 'device', 'reading', 'testAlert'] as const;
type Step = (typeof steps)[number];

/** Most steps are done elsewhere, on a phone or by a device: the page shows them without being reloaded. */
const askEveryMs = 5_000;

/** What is left to do until an alert reaches somebody. Gone once everything is done. */
export function Checklist() {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['/api/admin/setup'],
    queryFn: ({ signal }) => api.get('/api/admin/setup', { signal }),
    refetchInterval: ({ state }) => (state.data && steps.every((step) => state.data?.[step]) ? false : askEveryMs),
  });
  if (!data || steps.every((step) => data[step])) return null;
  const done = steps.filter((step) => data[step]).length;
  const next = steps.find((step) => !data[step]);
  return (
    <Paper component="section" withBorder p="md">
      <Stack>
        <Group justify="space-between">
          <Title order={2} size="h4">
            {t('setup.checklist.title')}
          </Title>
          <Text className="numbers">{t('setup.checklist.progress', { done, all: steps.length })}</Text>
        </Group>
        <Progress value={(100 * done) / steps.length} aria-label={t('setup.checklist.title')} />
        <Stack component="ol" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
          {steps.map((step) => (
            <Line key={step} step={step} checklist={data} isNext={step === next} />
          ))}
        </Stack>
      </Stack>
    </Paper>
  );
}

interface LineProps {
  readonly step: Step;
  readonly checklist: SetupChecklist;
  readonly isNext: boolean;
}

function Line({ step, checklist, isNext }: LineProps) {
  const { t } = useTranslation();
  const isDone = checklist[step];
  return (
    <Group component="li" wrap="nowrap" align="flex-start" gap="sm">
      <Text component="span" fw={700} w={24} ta="center" aria-hidden>
        {isDone ? '✓' : '○'}
      </Text>
      <Stack gap={4} flex={1}>
        <Text fw={isNext ? 700 : 500} {...(isDone ? { c: 'dimmed' } : {})}>
          <span className="visually-hidden">{t(`setup.checklist.${isDone ? 'isDone' : 'isOpen'}`)}: </span>
          {t(`setup.checklist.${step}`)}
        </Text>
        {isNext && <Text size="sm">{t(`setup.checklist.${step}Explain`)}</Text>}
        {isNext && <Act step={step} />}
      </Stack>
    </Group>
  );
}

/** Where the step is done. A contact and a reading come from somebody else. */
function Act({ step }: { readonly step: Step }) {
  const { t } = useTranslation();
  const { data } = usePage('/api/patients', { query: { limit: 1, sort: 'createdAt', order: 'desc' } });
  const id = data?.data[0]?.id;
  if (step === 'person')
    return (
      <ButtonLink to="/people/new" size="md" w="fit-content">
        {t('setup.checklist.personAct')}
      </ButtonLink>
    );
  if (id === undefined || step === 'contactPoint' || step === 'reading') return null;
  return (
    <ButtonLink to="/people/$id" params={{ id }} hash={step} size="md" w="fit-content">
      {t(`setup.checklist.${step}Act`)}
    </ButtonLink>
  );
}
