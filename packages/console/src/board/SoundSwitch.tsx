import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { toggleSound, useSound } from './sound.js';

export function SoundSwitch() {
  const { t } = useTranslation();
  const sound = useSound();
  return (
    <Button
      variant={sound === 'on' ? 'default' : 'filled'}
      size="sm"
      aria-pressed={sound === 'on'}
      title={t('board.sound.explain')}
      onClick={toggleSound}
    >
      {t(`board.sound.${sound}`)}
    </Button>
  );
}
