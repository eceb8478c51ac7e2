import type { RowOf } from '@fallwatch/client';
import { useTranslation } from 'react-i18next';
import { Mark } from './Mark.js';

type Status = RowOf<'/api/admin/devices'>['status'];

/** Silent is what needs somebody; disabled is what somebody wanted. */
export function DeviceMark({ status }: { readonly status: Status }) {
  const { t } = useTranslation();
  const isSilent = status === 'INACTIVE' || status === 'OFFLINE';
  return <Mark tone={isSilent ? 'attention' : 'calm'}>{t(`common.deviceStatus.${status}`)}</Mark>;
}
