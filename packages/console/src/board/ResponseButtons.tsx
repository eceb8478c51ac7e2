import type { Alert } from '@fallwatch/client';
import { Button, SimpleGrid, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignedIn } from '../session.js';
import { NotSent } from './NotSent.js';
import { findOwn, nextAct } from './responseRules.js';
import { act, useTaking } from './taking.js';
import { WhoToCall } from './WhoToCall.js';

const nextWords = { ON_THE_WAY: 'onTheWay', ARRIVED: 'arrived' } as const;

/** What the user can do about an alert that somebody has taken: the next step large, everything else below it. */
export function ResponseButtons({ alert }: { readonly alert: Alert }) {
  const { t } = useTranslation();
  const own = findOwn(alert, useSignedIn().id);
  const [asking, setAsking] = useState<'RELEASE' | 'CALL_SECOND'>();
  const { id, fallId } = alert;
  const isSending = useTaking(id)?.status === 'sending';
  const next = own && nextAct(own);
  const isFinished = own && next === undefined && !(own.isLead && fallId !== null);
  return (
    <Stack gap="xs">
      <NotSent alertId={id} />
      {!own && <Large isSending={isSending} words={t('response.join')} onPress={() => act(id, { action: 'JOIN' })} />}
      {next && (
        <Large
          isSending={isSending}
          words={t(`response.${nextWords[next]}`)}
          onPress={() => act(id, { action: next })}
        />
      )}
      {isFinished && (
        <Large isSending={isSending} words={t('response.done')} onPress={() => act(id, { action: 'DONE' })} />
      )}
      <SimpleGrid cols={2} spacing="xs">
        {!own?.isLead && (
          <Button variant="default" mih={56} className="wraps" onClick={() => act(id, { action: 'TAKE_OVER' })}>
            {t('response.takeOver')}
          </Button>
        )}
        {own && (
          <>
            <Button variant="default" mih={56} className="wraps" onClick={() => setAsking('CALL_SECOND')}>
              {t('response.callSecond')}
            </Button>
            <Button variant="default" mih={56} className="wraps" onClick={() => setAsking('RELEASE')}>
              {t('response.release')}
            </Button>
          </>
        )}
      </SimpleGrid>
      {own && asking && <WithNote key={asking} alert={alert} action={asking} onEnd={() => setAsking(undefined)} />}
    </Stack>
  );
}

interface LargeProps {
  readonly isSending: boolean;
  readonly words: string;
  readonly onPress: () => void;
}

function Large({ isSending, words, onPress }: LargeProps) {
  const { t } = useTranslation();
  return (
    <Button mih={72} fz="xl" radius="md" className="wraps" aria-disabled={isSending} onClick={onPress}>
      {isSending ? t('board.stage.sending') : words}
    </Button>
  );
}

interface WithNoteProps {
  readonly alert: Alert;
  readonly action: 'RELEASE' | 'CALL_SECOND';
  readonly onEnd: () => void;
}

/** The service's limit. */
const longestNote = 500;

function WithNote({ alert, action, onEnd }: WithNoteProps) {
  const { t } = useTranslation();
  const [note, setNote] = useState('');
  const [calledId, setCalledId] = useState('');
  const isRelease = action === 'RELEASE';
  const send = (): void => {
    act(alert.id, { action, ...(note.trim() ? { note: note.trim() } : {}), ...(calledId ? { calledId } : {}) });
    onEnd();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Stack gap="xs">
        {!isRelease && <WhoToCall alert={alert} value={calledId} onChange={setCalledId} />}
        <Textarea
          label={t(isRelease ? 'response.releaseNote' : 'response.callNote')}
          data-autofocus
          size="md"
          autosize
          minRows={1}
          maxLength={longestNote}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <SimpleGrid cols={2} spacing="xs">
          <Button type="submit" mih={56} className="wraps">
            {t(isRelease ? 'response.releaseNow' : 'response.callNow')}
          </Button>
          <Button variant="default" mih={56} onClick={onEnd}>
            {t('response.cancel')}
          </Button>
        </SimpleGrid>
      </Stack>
    </form>
  );
}
