import type { NewSchedule, ScheduleDetail } from '@fallwatch/client';

/** Somebody with a turn. `key` tells two turns of one person apart. */
export interface EditedMember {
  readonly key: number;
  readonly id: string;
  readonly name: string;
}

export interface EditedSchedule {
  readonly name: string;
  readonly zone: string;
  readonly startOn: string;
  readonly handOver: string;
  readonly turnDays: number;
  readonly weekdays: readonly number[];
  readonly members: readonly EditedMember[];
}

const everyDay = [1, 2, 3, 4, 5, 6, 7];

/** A new one hands over weekly at 08:00. Members whose account was deleted are left out. */
export function toEdited(schedule: ScheduleDetail | undefined, zoneHere: string): EditedSchedule {
  if (!schedule) {
    const startOn = new Date().toISOString().slice(0, 10);
    return { name: '', zone: zoneHere, startOn, handOver: '08:00', turnDays: 7, weekdays: everyDay, members: [] };
  }
  const { name, zone, startOn, handOver, turnDays, weekdays, members } = schedule;
  const known = members.flatMap(({ id, name }, key) => (id === null ? [] : [{ key, id, name: name ?? '' }]));
  return { name, zone, startOn, handOver, turnDays, weekdays, members: known };
}

export function toBody({ members, weekdays, name, ...rest }: EditedSchedule): NewSchedule {
  return { ...rest, name: name.trim(), weekdays: [...weekdays], members: members.map(({ id }) => id) };
}

export function addMember(members: readonly EditedMember[], person: Omit<EditedMember, 'key'>): EditedMember[] {
  return [...members, { ...person, key: 1 + Math.max(-1, ...members.map(({ key }) => key)) }];
}

/** One place earlier; the first stays. */
export function moveUp(members: readonly EditedMember[], key: number): EditedMember[] {
  const place = members.findIndex((member) => member.key === key);
  const [moved, before] = [members[place], members[place - 1]];
  return moved && before ? members.with(place - 1, moved).with(place, before) : [...members];
}
