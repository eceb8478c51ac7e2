import type { NewAnswer } from '@fallwatch/client';
import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useIsReady } from '../parts/useIsReady.js';
import { Warning } from '../parts/Warning.js';
import { useGiveAnswer } from './answers.js';

interface AnswerButtonsProps {
  readonly token: string;
  /** This person has said that they cannot come. They may change their mind. */
  readonly isDeclined: boolean;
}

export function AnswerButtons({ token, isDeclined }: AnswerButtonsProps) {
  const { t } = useTranslation();
  const action = useGiveAnswer(token);
  const pressed = action.variables;
  const isReady = useIsReady();
  const give = (answer: NewAnswer['answer'], words: string) => ({
    className: 'wraps',
    disabled: action.isPending,
    onClick: () => action.mutate(answer),
    children: action.isPending && pressed === answer ? t('board.stage.sending') : words,
  });
  return (
    <Stack style={{ pointerEvents: isReady ? 'auto' : 'none' }}>
      {action.isError && <Warning title={t('answer.notSent')}>{t('answer.notSentExplain')}</Warning>}
      <Button mih={96} fz={28} {...give('ON_IT', t(isDeclined ? 'answer.afterAll' : 'board.stage.take'))} />
      {!isDeclined && (
        <Button
          mih={72}
          fz={22}
          variant="default"
          bd="2px solid var(--mantine-color-dimmed)"
          {...give('CANNOT', t('answer.cannot'))}
        />
      )}
    </Stack>
  );
}
