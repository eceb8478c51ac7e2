import type { own as source } from '../en/own.js';
import type { Like } from '../like.js';

export const own: Like<typeof source> = {
  falls: 'Mes chutes',
  fallsExplain: 'Voir mes chutes',
  fallsNone: 'Aucune chute enregistrée.',
  deviceDelete: 'Supprimer cet appareil',
  deviceDeleteExplain: 'Supprime l’appareil et tout ce qu’il a mesuré. Les chutes enregistrées restent.',
  deviceDeleteTitle: 'Supprimer {{device}} ?',
  deviceDeleteConfirm:
    'Ses mesures sont supprimées et ne peuvent pas être restaurées. Il ne détectera plus les chutes.',
};
