import type { TFunction } from 'i18next';

interface Place {
  readonly room: string | null;
  readonly ward: string | null;
}

/** `Room 12` for the room «12»; a room with a name of its own, as «Garden house», stays as it is. */
export const roomWords = (t: TFunction, room: string): string => (/^\d/.test(room) ? t('common.room', { room }) : room);

/** `Room 12 · 1st floor`; undefined if neither is known. */
export function placeWords(t: TFunction, { room, ward }: Place): string | undefined {
  const parts = [room === null ? null : roomWords(t, room), ward].filter((part) => part !== null);
  return parts.length === 0 ? undefined : parts.join(' · ');
}
