import type { FallDetail } from '@fallwatch/client';
import { Button, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNow } from '../parts/now.js';
import { ErrorNote } from '../parts/states.js';
import { Called } from './Called.js';
import type { Carer } from './Carers.js';
import { HelpButton } from './HelpButton.js';
import { useCallForHelp, useSayFine } from './help.js';
import { currentMoment, fallToConfirm } from './moment.js';
import { Question } from './Question.js';
import { useRecentFalls } from './recentFalls.js';

/** «I need help» and «I'm OK». They are shown even if nothing else could be loaded. */
export function HelpPanel({ carers }: { readonly carers: readonly Carer[] }) {
  const { t } = useTranslation();
  const { data: falls = [] } = useRecentFalls();
  const help = useCallForHelp();
  const fine = useSayFine();
  const moment = currentMoment(falls, useNow());
  const callForHelp = (about?: FallDetail): void => help.mutate(about);
  if (moment.kind === 'called')
    return (
      <Called fall={moment.fall} carers={carers} onAgain={() => callForHelp()} isCalling={help.isPending}>
        {moment.fall.timeline.confirmedAt === null && (
          <Fine onClick={() => fine.mutate(moment.fall)} isPending={fine.isPending} isQuiet />
        )}
        {(help.error ?? fine.error) && <ErrorNote error={help.error ?? fine.error} />}
      </Called>
    );
  return (
    <Stack gap="lg">
      {/* First and always in the same place: a question that appears must not move «I'm OK» under the finger. */}
      <Help onClick={() => callForHelp(fallToConfirm(falls))} isPending={help.isPending} />
      {help.error && <NotThrough />}
      {moment.kind === 'asked' && (
        <>
          <Question fall={moment.fall} />
          <Fine onClick={() => fine.mutate(moment.fall)} isPending={fine.isPending} />
        </>
      )}
      {moment.kind === 'fine' && (
        <Stack gap={4} role="status">
          <Title order={2}>{t('wearer.fine.title')}</Title>
          <Text fz="lg">{t('wearer.fine.explain')}</Text>
        </Stack>
      )}
      {fine.error && <ErrorNote error={fine.error} />}
    </Stack>
  );
}

interface Pressed {
  readonly onClick: () => void;
  readonly isPending: boolean;
}

function Help({ onClick, isPending }: Pressed) {
  const { t } = useTranslation();
  return (
    <HelpButton
      label={isPending ? t('wearer.help.calling') : t('wearer.help.call')}
      isPending={isPending}
      onClick={onClick}
    />
  );
}

function Fine({ onClick, isPending, isQuiet = false }: Pressed & { readonly isQuiet?: boolean }) {
  const { t } = useTranslation();
  const looks = isQuiet ? ({ variant: 'default', mih: 64, fz: 'lg' } as const) : { color: 'ok', mih: 96, fz: 'xl' };
  return (
    <Button {...looks} onClick={onClick} disabled={isPending} fw={700} fullWidth className="wraps">
      {isQuiet ? t('wearer.fine.mistake') : t('wearer.fine.say')}
    </Button>
  );
}

function NotThrough() {
  const { t } = useTranslation();
  return (
    <Text role="alert" fz="lg" fw={700} c="var(--mantine-color-error)">
      {t('wearer.help.failed')}
    </Text>
  );
}
