import { UnstyledButton } from '@mantine/core';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { turnOn, useSound } from '../board/sound.js';
import { Icon } from '../parts/Icon.js';
import { timeWords } from '../parts/times.js';

const kept = 'fallwatch.soundTested';

/** Plays the alert's sound, and remembers on this device when somebody last did that. */
export function SoundTest() {
  const { t } = useTranslation();
  const sound = useSound();
  const [testedAt, setTestedAt] = useState(() => localStorage.getItem(kept));
  const test = async (): Promise<void> => {
    await turnOn();
    const now = new Date().toISOString();
    localStorage.setItem(kept, now);
    setTestedAt(now);
  };
  const isOn = sound === 'on';
  return (
    <UnstyledButton className="pill" data-meaning={isOn ? 'ok' : 'danger'} onClick={() => void test()}>
      <Icon of={isOn ? IconVolume : IconVolumeOff} size={16} />
      {isOn && testedAt ? t('wall.tested', { time: timeWords(testedAt) }) : t('board.sound.test')}
    </UnstyledButton>
  );
}
