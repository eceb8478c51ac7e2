import type { Patient } from '@fallwatch/client';
import type { NumberToCall } from '../kept.js';

/** Whom a wearer can call: the emergency contact, then family and friends, then those who look after them. */
export function helperNumbers(
  { emergencyContact, phoneNumbers, caregivers }: Patient,
  emergencyName: string,
): NumberToCall[] {
  const first = emergencyContact === null ? [] : [{ name: emergencyName, phone: emergencyContact }];
  const byName = caregivers.toSorted((one, other) => one.name.localeCompare(other.name));
  const others = [...phoneNumbers, ...byName].flatMap(({ name, relationship, phone }) =>
    phone === null ? [] : [{ name, phone, ...(relationship === null ? {} : { as: relationship }) }],
  );
  return [...first, ...others];
}
