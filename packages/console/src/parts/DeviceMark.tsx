import type { Device } from '@fallwatch/client';
import { useTranslation } from 'react-i18next';
import { Mark, type Tone } from './Mark.js';

type Status = Device['status'];

const tones = {
  ACTIVE: 'plain',
  INACTIVE: 'attention',
  OFFLINE: 'attention',
  DISABLED: 'calm',
  UNREGISTERED: 'calm',
} as const satisfies Record<Status, Tone>;

/** A silent device needs attention; a disabled one was disabled on purpose. */
export function DeviceMark({ status }: { readonly status: Status }) {
  const { t } = useTranslation();
  return <Mark tone={tones[status]}>{t(`common.deviceStatus.${status}`)}</Mark>;
}
