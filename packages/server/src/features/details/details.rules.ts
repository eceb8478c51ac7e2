import type { DetailChanges } from './details.schema.js';

/** Separates what responders need from the rest of a body, which is about the account. */
export function splitDetails<Body extends DetailChanges>(body: Body) {
  const { room, ward, address, keySafe, instructions, medicalNotes, ...others } = body;
  const { phoneNumbers, emergencyContact, bloodPressure, ...account } = others;
  const texts = { room, ward, address, keySafe, instructions, medicalNotes, emergencyContact, bloodPressure };
  const details: DetailChanges = { ...texts, phoneNumbers };
  return { account, details };
}
