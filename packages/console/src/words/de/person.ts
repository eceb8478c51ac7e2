import type { person as source } from '../en/person.js';
import type { Like } from '../like.js';

export const person: Like<typeof source> = {
  explanation: {
    impact: 'Aufprall mit {{value}} g',
    rotation: 'Drehung mit {{value}}°/s',
    free_fall: '{{value}} s im Fallen',
    posture_change: 'Lage um {{value}}° verändert',
    still_for: '{{value}} s lang reglos',
    silent_for: 'danach {{value}} s keine Messung',
    nothing: 'Kein Zeichen eines Sturzes in der Bewegung',
  },
  quality: {
    instant: 'Das Gerät sendet einen Wert pro Sekunde. Der Aufprall selbst kann darin fehlen.',
    peak: 'Das Gerät sendet nur den stärksten Wert jeder Sekunde.',
    NO_GYROSCOPE: 'Das Gerät misst nicht, wie schnell es sich dreht.',
    LOOKS_LIKE_G: 'Das Gerät misst offenbar in einer anderen Einheit. Bitte prüfen lassen.',
    SHORT_HISTORY: 'Das Gerät war gerade erst eingeschaltet. Was davor war, ist nicht bekannt.',
    CLIPPED: 'Der Aufprall war stärker, als das Gerät messen kann.',
  },
};
