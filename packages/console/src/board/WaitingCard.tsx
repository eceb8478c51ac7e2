import type { Alert } from '@fallwatch/client';
import { Button, Group, Text } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { plainWords } from '../parts/explanation.js';
import { placeWords } from '../parts/place.js';
import { Elapsed } from '../parts/times.js';
import { useSignedIn } from '../session.js';
import { Aftermath } from './Aftermath.js';
import { alertMeaning, happenedAt, takingWord } from './alertRules.js';
import { alertWords, declinedWords, wearerWords } from './alertWords.js';
import { NotSentWords } from './NotSent.js';
import { openStage } from './stageState.js';
import { take } from './taking.js';

interface WaitingCardProps {
  readonly alert: Alert;
  /** Has the primary button. */
  readonly isFirst: boolean;
}

/** What happened, since when, where, and what to know on the way. Memo: only the alert that changed is rendered again. */
export const WaitingCard = memo(function WaitingCard({ alert, isFirst }: WaitingCardProps) {
  const { t } = useTranslation();
  const me = useSignedIn();
  const name = <span className="visually-hidden"> {alert.patientName}</span>;
  const takeIt = (): void => {
    take(alert.id);
    openStage(alert);
  };
  return (
    <article className="waiting" data-meaning={alertMeaning(alert)} aria-label={alert.patientName}>
      <header>
        <span>{alertWords(t, alert, me.id)}</span>
        <span className="waiting-clock">
          <Elapsed since={happenedAt(alert)} />
        </span>
      </header>
      <div className="waiting-body">
        <Where alert={alert} />
        <States alert={alert} />
        <Group gap="xs" wrap="nowrap" mt={4}>
          <Button flex={1} variant={isFirst ? 'filled' : 'default'} onClick={takeIt}>
            {t(`board.stage.${takingWord(alert)}`)}
            {name}
          </Button>
          <Button variant="default" onClick={() => openStage(alert)}>
            {t('board.alerts.open')}
            {name}
          </Button>
        </Group>
      </div>
    </article>
  );
});

function Where({ alert: { patient, explanation, location } }: { readonly alert: Alert }) {
  const { t } = useTranslation();
  const place = patient && placeWords(t, patient);
  const hints = [patient?.keySafe && t('board.stage.keySafe', { keySafe: patient.keySafe }), patient?.instructions];
  return (
    <>
      {(place || location) && <Text fw={700}>{[place, location].filter(Boolean).join(' · ')}</Text>}
      {explanation && <Text>{plainWords(t, explanation)}</Text>}
      {hints.some(Boolean) && (
        <Text size="sm" c="dimmed" lineClamp={3}>
          {hints.filter(Boolean).join('. ')}
        </Text>
      )}
    </>
  );
}

/** What the wearer pressed, who cannot come, what the wearer has done since, and whether an answer of this user was sent. */
function States({ alert }: { readonly alert: Alert }) {
  const { t } = useTranslation();
  const states = [wearerWords(t, alert), declinedWords(t, alert)].filter((words) => words !== undefined);
  return (
    <Text size="sm" fw={600} className="empty-hidden">
      {states.join(' · ')}
      {states.length > 0 && alert.aftermath && ' · '}
      <Aftermath alert={alert} />
      <NotSentWords alertId={alert.id} />
    </Text>
  );
}
