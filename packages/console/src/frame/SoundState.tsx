import { UnstyledButton } from '@mantine/core';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { toggleSound, useSound } from '../board/sound.js';
import { Icon } from '../parts/Icon.js';

/** In the bar at the top: whether this screen can be heard, and the switch for it. */
export function SoundState() {
  const { t } = useTranslation();
  const sound = useSound();
  const isOn = sound === 'on';
  return (
    <UnstyledButton
      className="pill bar-pill"
      data-meaning={isOn ? 'ok' : 'danger'}
      aria-pressed={isOn}
      title={t('board.sound.explain')}
      onClick={toggleSound}
    >
      <Icon of={isOn ? IconVolume : IconVolumeOff} size={16} />
      <span className="bar-word">{t(`board.sound.${sound}`)}</span>
    </UnstyledButton>
  );
}
