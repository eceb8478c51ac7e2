import type { Alert } from '@fallwatch/client';
import { takingWord } from './alertRules.js';

type Responder = Alert['responders'][number];

export const isActive = ({ state }: Responder): boolean => state !== 'DONE' && state !== 'RELEASED';

/** The user among those who respond now. */
export function findOwn({ responders }: Alert, meId: string): Responder | undefined {
  return responders.find((one) => one.id === meId && isActive(one));
}

/** Somebody goes there. Not a test alert, and nothing that is only noticed. */
export const needsResponse = (alert: Alert): boolean =>
  alert.state !== null && !alert.isDrill && takingWord(alert) !== 'seen';

/** The next step of a responder, as one large button. */
export function nextAct({ state }: Responder): 'ON_THE_WAY' | 'ARRIVED' | undefined {
  if (state === 'TAKEN' || state === 'JOINED') return 'ON_THE_WAY';
  return state === 'ON_THE_WAY' ? 'ARRIVED' : undefined;
}
