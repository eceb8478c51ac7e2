import type { Patient } from '@fallwatch/client';

/** A row of the list of numbers. The key keeps a row's fields together while rows are added and removed. */
export interface TypedNumber {
  readonly key: number;
  readonly name: string;
  readonly relationship: string;
  readonly phone: string;
}

let lastKey = 0;

export function emptyNumber(): TypedNumber {
  lastKey += 1;
  return { key: lastKey, name: '', relationship: '', phone: '' };
}

export function toTypedNumbers(numbers: Patient['phoneNumbers']): readonly TypedNumber[] {
  return numbers.map(({ name, relationship, phone }) => {
    return { ...emptyNumber(), name, relationship: relationship ?? '', phone };
  });
}

const optional = [
  'phone',
  'dateOfBirth',
  'room',
  'ward',
  'address',
  'keySafe',
  'instructions',
  'medicalNotes',
] as const satisfies readonly (keyof Patient)[];

type Optional = (typeof optional)[number];

/** What the form says about a person. Empty fields clear what was there. */
export function toPersonBody(typed: Readonly<Record<string, string>>, numbers: readonly TypedNumber[]) {
  const texts = Object.fromEntries(optional.map((name) => [name, typed[name]?.trim() || null]));
  const { emergencyContact } = typed;
  return {
    ...(texts as Record<Optional, string | null>),
    // Only people who have one are asked for it.
    ...(emergencyContact === undefined ? {} : { emergencyContact: emergencyContact.trim() || null }),
    firstName: typed.firstName?.trim() ?? '',
    lastName: typed.lastName?.trim() ?? '',
    phoneNumbers: numbers
      .filter(({ name, phone }) => name.trim() !== '' || phone.trim() !== '')
      .map(({ name, relationship, phone }) => {
        return { name: name.trim(), relationship: relationship.trim() || null, phone: phone.trim() };
      }),
  };
}
