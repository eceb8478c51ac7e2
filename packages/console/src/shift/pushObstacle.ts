/** Why this browser shows no notifications. `OFF`: it could, but nobody has switched them on. */
export type PushObstacle = 'OFF' | 'DENIED' | 'HOME_SCREEN' | 'UNSUPPORTED';

export interface PushFacts {
  readonly canPush: boolean;
  readonly userAgent: string;
  /** Absent where the browser has no notifications at all. */
  readonly permission: NotificationPermission | undefined;
  /** This browser is one of the person's verified contact points. */
  readonly isSubscribed: boolean;
}

/** Undefined if a test notification can be sent. On an iPhone only a console on the home screen can show any. */
export function findPushObstacle({
  canPush,
  userAgent,
  permission,
  isSubscribed,
}: PushFacts): PushObstacle | undefined {
  if (!canPush) return /iPhone|iPad/.test(userAgent) ? 'HOME_SCREEN' : 'UNSUPPORTED';
  if (permission === 'denied') return 'DENIED';
  return isSubscribed ? undefined : 'OFF';
}
