import { Text, UnstyledButton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { turnOn, useSound } from '../board/sound.js';

/** On every page of users who get alerts: without sound an alert reaches only people who look at the screen. */
export function SoundBar() {
  const { t } = useTranslation();
  const sound = useSound();
  const hasPlace = useHasPlace(sound !== 'on');
  if (!hasPlace) return null;
  const visibility = sound === 'on' ? 'hidden' : 'visible';
  return (
    <UnstyledButton className="sound-bar" style={{ visibility }} onClick={() => void turnOn()}>
      <Text fw={700}>{t('frame.sound.off')}</Text>
      <Text size="sm" td="underline">
        {t(`frame.sound.${sound === 'off' ? 'press' : 'touch'}`)}
      </Text>
    </UnstyledButton>
  );
}

/** On a touch screen the click follows the end of the touch within this time. */
const clickWithinMs = 50;

/**
 * A touch anywhere turns the sound on. The bar keeps its place until the touch has ended: if the page moved up under
 * the finger, the click would miss its button.
 */
function useHasPlace(isNeeded: boolean): boolean {
  const [hasPlace, setHasPlace] = useState(isNeeded);
  const isPressed = useRef(false);
  useEffect(() => {
    const stop = new AbortController();
    const watch = (type: string, isDown: boolean): void => {
      const note = (): void => {
        isPressed.current = isDown;
      };
      window.addEventListener(type, note, { capture: true, signal: stop.signal });
    };
    watch('pointerdown', true);
    watch('pointerup', false);
    watch('pointercancel', false);
    return () => stop.abort();
  }, []);
  useEffect(() => {
    if (isNeeded || !isPressed.current) return setHasPlace(isNeeded);
    const stop = new AbortController();
    const leave = (): void => void setTimeout(() => stop.signal.aborted || setHasPlace(false), clickWithinMs);
    for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, leave, { signal: stop.signal });
    return () => stop.abort();
  }, [isNeeded]);
  return hasPlace;
}
