import type * as source from '../../en/admin/devices.js';
import type { Like } from '../../like.js';

export const devices: Like<typeof source.devices> = {
  device: 'Appareil',
  lastSeen: 'Dernier signal',
  battery: 'Batterie',
  silent: 'Pas de signal',
  disable: 'Désactiver',
  enable: 'Activer',
  disableTitle: 'Désactiver {{device}} ?',
  disableExplain:
    'Ses mesures sont désormais refusées. Il ne détecte plus les chutes pour {{name}}, et aucune alerte ne signale l’absence de signal.',
  enableTitle: 'Activer {{device}} ?',
  enableExplain: 'Ses mesures sont à nouveau acceptées, et les chutes sont détectées pour {{name}}.',
  none: 'Pas encore d’appareils',
  noneExplain: 'Connectez un appareil sur la page de la personne qui le porte.',
  search: 'Nom, porteur ou adresse MAC',
};
