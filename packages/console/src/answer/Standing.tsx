import type { AnsweredAlert } from '@fallwatch/client';
import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Call } from '../parts/Call.js';
import { useIsReady } from '../parts/useIsReady.js';

/** Who has the alert, and what that means for this person. */
export function Standing({ alert: { state, declined, takenBy } }: { readonly alert: AnsweredAlert }) {
  const { t } = useTranslation();
  if (state === 'MINE') return <Words title={t('answer.mine')}>{t('answer.mineExplain')}</Words>;
  if (state === 'CLOSED') return <Words title={t('answer.over')}>{t('answer.nothingToDo')}</Words>;
  if (state === 'TAKEN')
    return (
      <Words title={t('answer.taken', { name: takenBy ?? t('answer.somebody') })}>{t('answer.nothingToDo')}</Words>
    );
  return <Words title={t(declined ? 'answer.declined' : 'person.standing.open')} />;
}

function Words({ title, children }: { readonly title: string; readonly children?: string }) {
  return (
    <>
      <Text fz={24} lh={1.3} fw={650}>
        {title}
      </Text>
      <Text fz="lg">{children}</Text>
    </>
  );
}

/** The name is known now: call, or go on in the console. */
export function Next({ patient: { name, phone } }: { readonly patient: NonNullable<AnsweredAlert['patient']> }) {
  const { t } = useTranslation();
  const isReady = useIsReady();
  return (
    <Stack style={{ pointerEvents: isReady ? 'auto' : 'none' }}>
      {phone && <Call phone={phone} name={name} isNamed mih={72} fz={20} bd="2px solid var(--mantine-color-dimmed)" />}
      {/* A full page load: the console opens in the language that was chosen for it. */}
      <Button component="a" href="/" mih={72} fz={22}>
        {t('answer.console')}
      </Button>
      <Text>{t('answer.consoleExplain')}</Text>
    </Stack>
  );
}
