import { type CredentialStore, type StoredCredential, unpair } from '@fallwatch/device';

/** What this browser keeps about itself as a wearable. */
interface Phone {
  readonly macAddress: string;
  readonly stored?: StoredCredential;
}

const storageKey = 'fallwatch.phone';

/** Browsers do not tell their MAC address: one is made up at the first use, and kept. */
export function readPhone(): Phone {
  const text = localStorage.getItem(storageKey);
  if (text !== null) return JSON.parse(text) as Phone;
  const phone = { macAddress: createMacAddress(crypto.getRandomValues(new Uint8Array(6))) };
  write(phone);
  return phone;
}

function write(phone: Phone): void {
  localStorage.setItem(storageKey, JSON.stringify(phone));
}

/** Locally administered and unicast: no manufacturer has such an address, and no device but this one this address. */
export function createMacAddress(random: Uint8Array): string {
  const octets = [...random].map((octet, place) => (place === 0 ? (octet & 0xfc) | 0x02 : octet));
  return octets.map((octet) => octet.toString(16).padStart(2, '0').toUpperCase()).join(':');
}

export const isPaired = (): boolean => readPhone().stored !== undefined;

export const phoneCredentials: CredentialStore = {
  load: async () => readPhone().stored,
  save: async (stored) => write({ ...readPhone(), stored }),
};

export function keepCredential(credential: string): Promise<void> {
  return phoneCredentials.save({ credential, issuedAtMs: Date.now() });
}

/** Without a connection the credential cannot be revoked, so it is not forgotten either. */
export async function unpairPhone(): Promise<void> {
  const { stored } = readPhone();
  if (stored) await unpair({ baseUrl: window.location.origin, credential: stored.credential });
}

export function forgetCredential(): void {
  write({ macAddress: readPhone().macAddress });
}
