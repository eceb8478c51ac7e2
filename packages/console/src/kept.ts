import type { CurrentUser } from '@fallwatch/client';

/** A phone number and its owner. */
export interface NumberToCall {
  readonly name: string;
  /** The owner's relation to the person: `Daughter`, an emergency contact. */
  readonly as?: string;
  readonly phone: string;
}

/**
 * Everything this device stores about the signed-in user, for a start without a connection. Signing out and deleting
 * the account remove it.
 */
interface Kept {
  readonly id: string;
  readonly role: CurrentUser['role'];
  /** When the service last answered. */
  readonly answeredAt: string;
  /** By this device's clock. */
  readonly sessionEndsAtMs?: number;
  readonly numbers: readonly NumberToCall[];
}

const storageKey = 'fallwatch.kept';

export function readKept(): Kept | undefined {
  const text = localStorage.getItem(storageKey);
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as Kept;
  } catch {
    return undefined;
  }
}

function write(kept: Kept): void {
  localStorage.setItem(storageKey, JSON.stringify(kept));
}

export function keepPerson({ id, role }: CurrentUser): void {
  const before = readKept();
  const answeredAt = new Date().toISOString();
  write(before?.id === id ? { ...before, role, answeredAt } : { id, role, answeredAt, numbers: [] });
}

export function keepSessionEnd(sessionEndsAtMs: number): void {
  const before = readKept();
  if (before) write({ ...before, sessionEndsAtMs });
}

export function keepNumbers(numbers: readonly NumberToCall[]): void {
  const before = readKept();
  if (before) write({ ...before, numbers });
}

/**
 * Deletes other people's numbers when the session ends. The wearer's own helpers stay: without a session they are the
 * only help.
 */
export function forgetOthers(): void {
  const before = readKept();
  if (before && before.role !== 'PATIENT') write({ ...before, numbers: [] });
}

export function forgetKept(): void {
  localStorage.removeItem(storageKey);
}

/** The numbers that may be shown to the person who holds this device now. */
export function readNumbers(nowMs: number): readonly NumberToCall[] {
  const kept = readKept();
  if (!kept) return [];
  return kept.role === 'PATIENT' || nowMs < (kept.sessionEndsAtMs ?? 0) ? kept.numbers : [];
}
