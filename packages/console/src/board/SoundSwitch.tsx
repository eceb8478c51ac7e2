import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { turnOff, turnOn, useSound } from './sound.js';

export function SoundSwitch() {
  const { t } = useTranslation();
  const sound = useSound();
  return (
    <Button
      variant={sound === 'on' ? 'default' : 'filled'}
      size="sm"
      aria-pressed={sound === 'on'}
      title={t('board.sound.explain')}
      onClick={() => (sound === 'on' ? turnOff() : void turnOn())}
    >
      {t(`board.sound.${sound}`)}
    </Button>
  );
}
