import type { own as source } from '../en/own.js';
import type { Like } from '../like.js';

export const own: Like<typeof source> = {
  falls: 'Meine Stürze',
  fallsExplain: 'Meine Stürze ansehen',
  fallsNone: 'Kein Sturz aufgezeichnet.',
  deviceDelete: 'Gerät löschen',
  deviceDeleteExplain: 'Löscht das Gerät und alles, was es gemessen hat. Aufgezeichnete Stürze bleiben.',
  deviceDeleteTitle: '{{device}} löschen?',
  deviceDeleteConfirm:
    'Seine Messwerte werden gelöscht und können nicht wiederhergestellt werden. Stürze werden damit nicht mehr erkannt.',
};
