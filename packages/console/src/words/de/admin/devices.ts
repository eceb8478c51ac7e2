import type * as source from '../../en/admin/devices.js';
import type { Like } from '../../like.js';

export const devices: Like<typeof source.devices> = {
  device: 'Gerät',
  lastSeen: 'Letztes Signal',
  battery: 'Akku',
  silent: 'Sendet nicht',
  disable: 'Sperren',
  enable: 'Freigeben',
  disableTitle: '{{device}} sperren?',
  disableExplain:
    'Ab sofort werden die Messwerte dieses Geräts abgelehnt. Es erkennt keine Stürze von {{name}} mehr, und es gibt keinen Alarm, wenn es nicht sendet.',
  enableTitle: '{{device}} freigeben?',
  enableExplain: 'Die Messwerte werden wieder angenommen, und Stürze von {{name}} werden erkannt.',
  none: 'Noch keine Geräte',
  noneExplain: 'Verbinden Sie ein Gerät auf der Seite der Person, die es trägt.',
  search: 'Name, Person oder MAC-Adresse',
};
