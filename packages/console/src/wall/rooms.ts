import type { Alert } from '@fallwatch/client';
import type { TFunction } from 'i18next';
import type { Cared } from '../board/people.js';
import { byUrgency, type Status } from '../board/status.js';
import { initials } from '../parts/Face.js';
import { roomWords } from '../parts/place.js';
import type { Privacy } from './wallPrivacy.js';

export interface Room {
  readonly room: string;
  readonly people: readonly Cared[];
  /** Of the person who needs most. */
  readonly status: Status;
}

/** Rooms in their order, each with the state of the person who needs most. People without a room are left out. */
export function toRooms(cared: readonly Cared[]): Room[] {
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  const byRoom = new Map<string, Cared[]>();
  for (const each of cared) {
    const { room } = each.patient;
    if (room !== null) byRoom.set(room, [...(byRoom.get(room) ?? []), each]);
  }
  return [...byRoom]
    .map(([room, people]) => ({
      room,
      people,
      status: people.map(({ status }) => status).sort(byUrgency)[0] ?? 'well',
    }))
    .sort((one, other) => compare(one.room, other.room));
}

/** The name as far as this hall may know it; undefined if only the room is shown. */
export function personWords(name: string, privacy: Privacy): string | undefined {
  if (privacy === 'room') return undefined;
  return privacy === 'names' ? name : [...initials(name)].map((letter) => `${letter}.`).join(' ');
}

/** Where to go. Without a room the initials stand there, whatever the hall may know: somebody has to be found. */
export function whereWords(t: TFunction, { patient, patientName }: Alert): string {
  return patient?.room ? roomWords(t, patient.room) : (personWords(patientName, 'initials') ?? '');
}
