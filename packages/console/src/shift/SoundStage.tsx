import type { ShiftCheck } from '@fallwatch/client';
import { Button, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { turnOn } from '../board/sound.js';

interface SoundStageProps {
  readonly onResult: (sound: ShiftCheck['sound']) => void;
}

/** The sound has just been played. After a first “no” the caregiver can turn up the volume. */
export function SoundStage({ onResult }: SoundStageProps) {
  const { t } = useTranslation();
  const [isUnheard, setUnheard] = useState(false);
  return (
    <>
      <div role="status">
        <Title order={2} size="h2">
          {t('shift.heard')}
        </Title>
      </div>
      {isUnheard && (
        <Text fz={20} role="alert">
          {t('shift.louder')}
        </Text>
      )}
      <Button mih={96} fz={28} onClick={() => onResult('HEARD')}>
        {t('shift.yes')}
      </Button>
      <Button mih={72} fz={22} variant="default" onClick={() => (isUnheard ? onResult('NOT_HEARD') : setUnheard(true))}>
        {t('shift.no')}
      </Button>
      <Button mih={56} fz={20} variant="subtle" onClick={() => void turnOn()}>
        {t('shift.again')}
      </Button>
    </>
  );
}
