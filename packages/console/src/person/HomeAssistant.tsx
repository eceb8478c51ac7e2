import type { HomeAssistant as Setting } from '@fallwatch/client';
import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api, useGet } from '../api.js';
import { Answered } from '../parts/Answered.js';
import { Section } from '../parts/Section.js';
import { ErrorNote } from '../parts/states.js';
import { momentWords } from '../parts/times.js';
import { useAction } from '../parts/useAction.js';

interface HomeAssistantProps {
  readonly patientId: string;
  /** Of the person, for an admin. Left out: the reader's own setting. */
  readonly name?: string;
}

/** Whether Home Assistant may show a person's alerts and vitals. For the wearer, and for admins on their wish. */
export function HomeAssistant({ patientId, name }: HomeAssistantProps) {
  const { t } = useTranslation();
  const answer = useGet('/api/patients/{id}/home-assistant', { path: { id: patientId } });
  return (
    <Section title={t('homeAssistant.title')} id="homeAssistant">
      <Text>{name === undefined ? t('homeAssistant.own') : t('homeAssistant.theirs', { name })}</Text>
      <Text>{t('homeAssistant.who')}</Text>
      {name !== undefined && <Text>{t('homeAssistant.wish', { name })}</Text>}
      <Answered of={answer}>{(setting) => <Sharing setting={setting} />}</Answered>
    </Section>
  );
}

function Sharing({ setting: { patientId, enabled, changedAt, state } }: { readonly setting: Setting }) {
  const { t } = useTranslation();
  const change = useAction(
    (wanted: boolean) =>
      api.put('/api/patients/{id}/home-assistant', { path: { id: patientId }, body: { enabled: wanted } }),
    '/api/patients/{id}/home-assistant',
  );
  return (
    <>
      <Stack gap={4} role="status">
        <Text fw={600}>
          {enabled && changedAt !== null
            ? t('homeAssistant.since', { time: momentWords(changedAt) })
            : t('homeAssistant.off')}
        </Text>
        <Text>{t(`homeAssistant.state.${state}`)}</Text>
      </Stack>
      <Button
        variant="default"
        size="md"
        w="fit-content"
        className="wraps"
        loading={change.isPending}
        // Ending it is always possible.
        disabled={state === 'NOT_SET_UP' && !enabled}
        onClick={() => change.mutate(!enabled)}
      >
        {t(enabled ? 'homeAssistant.end' : 'homeAssistant.begin')}
      </Button>
      {change.error && <ErrorNote error={change.error} />}
    </>
  );
}
