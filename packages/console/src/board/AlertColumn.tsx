import { Text, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../parts/Icon.js';
import { ErrorNote, Loading } from '../parts/states.js';
import { isWaiting } from './alertRules.js';
import { useOpenAlerts } from './alerts.js';
import { HandCard } from './HandCard.js';
import { WaitingCard } from './WaitingCard.js';

/** More than a screen shows. The other cards are rendered when the first are painted. */
const paintedFirst = 6;

/** All open alerts: what needs an answer, then what is in hand. Filters do not apply to it. */
export function AlertColumn() {
  const { t } = useTranslation();
  const { alerts, data, error, refetch } = useOpenAlerts();
  const waiting = alerts.filter(isWaiting);
  const inHand = alerts.filter((alert) => !isWaiting(alert));
  const rendered = useDeferredValue(waiting.length, paintedFirst);
  return (
    <section className="board-alerts" aria-label={t('board.alerts.title')}>
      <div className="board-heading">
        <Title order={2} size="h5">
          {t('board.alerts.needed')}
        </Title>
        {waiting.length > 1 && (
          <Text size="sm" c="dimmed">
            {t('board.alerts.oldestFirst')}
          </Text>
        )}
      </div>
      {data === undefined && (error ? <ErrorNote error={error} onRetry={() => void refetch()} /> : <Loading />)}
      {data !== undefined && waiting.length === 0 && (
        <p className="all-calm">
          <Icon of={IconCheck} />
          {t(inHand.length === 0 ? 'board.alerts.none' : 'board.alerts.noneWaiting')}
        </p>
      )}
      {/* One primary button on the screen: the one of the most urgent alert. */}
      {waiting.slice(0, rendered).map((alert, index) => (
        <WaitingCard key={alert.id} alert={alert} isFirst={index === 0} />
      ))}
      {inHand.length > 0 && (
        <Title order={2} size="h5" mt="sm">
          {t('board.alerts.inHand')}
        </Title>
      )}
      {inHand.map((alert) => (
        <HandCard key={alert.id} alert={alert} />
      ))}
    </section>
  );
}
