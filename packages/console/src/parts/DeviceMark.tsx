import type { RowOf } from '@fallwatch/client';
import { useTranslation } from 'react-i18next';
import { Mark, type Tone } from './Mark.js';

type Status = RowOf<'/api/admin/devices'>['status'];

const tones = {
  ACTIVE: 'plain',
  INACTIVE: 'attention',
  OFFLINE: 'attention',
  DISABLED: 'calm',
  UNREGISTERED: 'calm',
} as const satisfies Record<Status, Tone>;

/** Silent is what needs somebody; disabled is what somebody wanted. */
export function DeviceMark({ status }: { readonly status: Status }) {
  const { t } = useTranslation();
  return <Mark tone={tones[status]}>{t(`common.deviceStatus.${status}`)}</Mark>;
}
