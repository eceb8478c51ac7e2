import type { AnsweredAlert } from '@fallwatch/client';
import { Box, Button, Stack, Text, Title } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { alertLooks } from '../board/alertLooks.js';
import { happeningWords } from '../board/alertWords.js';
import { titleWords } from '../frame/attention.js';
import { Door } from '../frame/Door.js';
import { errorWords } from '../parts/errors.js';
import { Loading } from '../parts/states.js';
import { Ago, timeWords } from '../parts/times.js';
import { AnswerButtons } from './AnswerButtons.js';
import { isUnknownToken, useAnsweredAlert } from './answers.js';
import { Next, Standing } from './Standing.js';

/**
 * Answers an alert from a message, without signing in. The token is in the fragment, as in an invitation. Opening the
 * page answers nothing: programs that check links open it too.
 */
export function AnswerPage() {
  const { t } = useTranslation();
  const token = useLocation({ select: ({ hash }) => hash });
  const { data, error, isFetching, refetch } = useAnsweredAlert(token);
  if (token === '' || isUnknownToken(error)) return <UnknownToken />;
  if (data) return <Answering key={token} token={token} alert={data} isOld={error !== null} />;
  if (!error) return <Loading />;
  return (
    <Door title={t('answer.notLoaded')}>
      <Text role="alert">{errorWords(t, error)}</Text>
      <Button size="lg" loading={isFetching} onClick={() => void refetch()}>
        {t('common.retry')}
      </Button>
    </Door>
  );
}

function UnknownToken() {
  const { t } = useTranslation();
  return (
    <Door title={t('answer.unknown')}>
      <Text>{t('answer.unknownExplain')}</Text>
      <Button component="a" href="/" size="lg">
        {t('frame.signIn.submit')}
      </Button>
    </Door>
  );
}

interface AnsweringProps {
  readonly token: string;
  readonly alert: AnsweredAlert;
  /** The last refresh failed. */
  readonly isOld: boolean;
}

/** What happened on top, the answers at the thumb. */
function Answering({ token, alert, isOld }: AnsweringProps) {
  const { t } = useTranslation();
  return (
    <Box component="main" px="md" pb="md" pt={{ base: 'md', sm: '12vh' }}>
      <Stack maw={560} mx="auto" gap="lg" justify="space-between" className="to-thumb">
        <Stack>
          <Head alert={alert} />
          {/* Stays on the page, so that screen readers announce what changes in it. */}
          <div role="status">
            <Standing alert={alert} />
          </div>
          {isOld && (
            <Text role="alert" fw={600}>
              {t('frame.lost')}
            </Text>
          )}
        </Stack>
        {alert.state === 'OPEN' && (
          <AnswerButtons key={String(alert.declined)} token={token} isDeclined={alert.declined} />
        )}
        {alert.patient && <Next patient={alert.patient} />}
      </Stack>
    </Box>
  );
}

function Head({ alert }: { readonly alert: AnsweredAlert }) {
  const { t } = useTranslation();
  const { initials, patient, isDrill, raisedAt } = alert;
  const [who, what] = [patient?.name ?? initials, happeningWords(t, alert)];
  const title = isDrill ? `${what} (${who})` : `${who} ${what}`;
  useEffect(() => titleWords(title), [title]);
  return (
    <Box {...alertLooks[chooseLook(alert)]} p="md" style={{ borderRadius: 8 }}>
      <Title order={1} fz={36} lh={1.15}>
        {title}
      </Title>
      <Text fz={24} fw={600} mt="sm">
        <Ago at={raisedAt} />{' '}
        <Text span fz="md" fw={400} className="numbers">
          {timeWords(raisedAt)}
        </Text>
      </Text>
    </Box>
  );
}

function chooseLook({ state, isDrill }: AnsweredAlert): keyof typeof alertLooks {
  if (state === 'MINE') return 'taken';
  if (state !== 'OPEN') return 'over';
  return isDrill ? 'drill' : 'waiting';
}
