import type { Alert } from '@fallwatch/client';
import { Alert as Note, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { clockWords } from '../parts/times.js';
import { useSignedIn } from '../session.js';

/** Everybody who responds or has released it, and how far they are; and whether a second person is asked for. */
export function Responders({ alert: { responders, secondPersonCall: call } }: { readonly alert: Alert }) {
  const { t } = useTranslation();
  const { id } = useSignedIn();
  if (responders.length === 0) return null;
  return (
    <>
      {call && (
        <Note color="neutral" role="status">
          <Text fz="lg" fw={600}>
            {call.by.id === id
              ? t('response.askedYou')
              : t(call.calledId === id ? 'response.askedForYou' : 'response.asked', { name: call.by.name })}
          </Text>
          {call.note !== null && <Text style={{ overflowWrap: 'anywhere' }}>{call.note}</Text>}
        </Note>
      )}
      <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }} aria-label={t('response.who')}>
        {responders.map(({ id, name, state, at, note, isLead }) => (
          <Text component="li" key={id} style={{ overflowWrap: 'anywhere' }}>
            <b>{name}</b>
            {isLead && ` (${t('response.lead')})`}: {t(`response.state.${state}`, { time: clockWords(at) })}
            {note !== null && `. ${note}`}
          </Text>
        ))}
      </Stack>
    </>
  );
}
