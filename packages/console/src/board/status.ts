import type { Alert, PatientRow } from '@fallwatch/client';
import {
  IconAlertTriangle,
  IconBattery1,
  IconCheck,
  IconHandStop,
  IconHeartbeat,
  IconHeartOff,
  IconHelp,
  IconHourglass,
  IconLifebuoy,
  IconPlugX,
  IconSend,
  IconSunrise,
  IconTool,
  IconUserCheck,
  IconWifiOff,
  type TablerIcon,
} from '@tabler/icons-react';
import { lowBattery } from '../parts/lowBattery.js';
import type { Meaning } from '../tokens.js';
import { isWaiting, takesScreen } from './alertRules.js';

/** How a person is, each with its own shape: colours only repeat it. Most urgent first. */
export const statuses = {
  help: { meaning: 'danger', icon: IconLifebuoy },
  fell: { meaning: 'danger', icon: IconAlertTriangle },
  inHand: { meaning: 'neutral', icon: IconUserCheck },
  drill: { meaning: 'drill', icon: IconHourglass },
  vitals: { meaning: 'device', icon: IconHeartbeat },
  noSign: { meaning: 'device', icon: IconSunrise },
  silent: { meaning: 'device', icon: IconWifiOff },
  fault: { meaning: 'device', icon: IconTool },
  notWorn: { meaning: 'device', icon: IconHeartOff },
  battery: { meaning: 'device', icon: IconBattery1 },
  other: { meaning: 'device', icon: IconHandStop },
  disabled: { meaning: 'neutral', icon: IconPlugX },
  invited: { meaning: 'neutral', icon: IconSend },
  unknown: { meaning: 'neutral', icon: IconHelp },
  well: { meaning: 'ok', icon: IconCheck },
} as const satisfies Record<string, { meaning: Meaning; icon: TablerIcon }>;
export type Status = keyof typeof statuses;

const order = Object.keys(statuses);
export const byUrgency = (one: Status, other: Status): number => order.indexOf(one) - order.indexOf(other);

export function personStatus(patient: PatientRow, alerts: readonly Alert[]): Status {
  return alertStatus(alerts) ?? deviceStatus(patient, alerts) ?? 'well';
}

function alertStatus(alerts: readonly Alert[]): Status | undefined {
  const people = alerts.filter((alert) => takesScreen(alert) && !alert.isDrill);
  const waiting = people.filter(isWaiting);
  if (waiting.some(({ wearerResponse }) => wearerResponse?.answer === 'NEEDS_HELP')) return 'help';
  if (waiting.length > 0) return 'fell';
  if (people.length > 0) return 'inHand';
  if (alerts.some((alert) => alert.isDrill && isWaiting(alert))) return 'drill';
  if (alerts.some(({ type, state }) => type === 'VITALS_OUT_OF_RANGE' && state !== 'CLOSED')) return 'vitals';
  if (alerts.some(({ type, state }) => type === 'CHECK_IN_MISSED' && state !== 'CLOSED')) return 'noSign';
  return undefined;
}

function deviceStatus({ device, invitationPending }: PatientRow, alerts: readonly Alert[]): Status | undefined {
  if (device === null) return invitationPending ? 'invited' : 'unknown';
  if (device.status === 'DISABLED') return 'disabled';
  if (device.status === 'UNREGISTERED') return 'unknown';
  if (device.status !== 'ACTIVE') return 'silent';
  if (device.batteryLevel !== null && device.batteryLevel <= lowBattery) return 'battery';
  if (alerts.some(({ type }) => type === 'SENSOR_FAULT')) return 'fault';
  if (alerts.some((alert) => isWaiting(alert) && alert.type !== 'NOT_WORN')) return 'other';
  return device.notWornSince === null ? undefined : 'notWorn';
}
