import { createHash } from 'node:crypto';
import type { AlertSeverity } from '../../platform/db/tables/alerts.js';
import type { ContactKind } from '../../platform/db/tables/notices.js';
import { toUrgency } from '../deliveries/deliveries.rules.js';

export const contactKinds: readonly ContactKind[] = ['push', 'email', 'sms', 'voice', 'ntfy', 'gotify'];

/** A code is typed from another device within minutes. */
export const codeDurationMs = 10 * 60_000;
/** 5 of a million codes can be tried before a new one is needed. */
export const maxCodeTries = 5;
/** Codes cost money and trouble the owner of a mistyped address. */
export const codePauseMs = 30_000;

export interface Use {
  readonly fromStep: number;
  readonly minSeverity: AlertSeverity;
}

export interface Occasion {
  readonly step: number;
  readonly severity: AlertSeverity;
  readonly usesEverything?: boolean;
}

/** Whether a notice of this step and severity is sent to this contact point. */
export function isUsed({ fromStep, minSeverity }: Use, { step, severity, usesEverything = false }: Occasion): boolean {
  return usesEverything || (step >= fromStep && toUrgency(severity) >= toUrgency(minSeverity));
}

/** `random` is 0 to 999,999. */
export function toCode(random: number): string {
  return String(random).padStart(6, '0');
}

/** Salted with the contact point, so that equal codes have different hashes. */
export function hashCode(contactPointId: string, code: string): string {
  return createHash('sha256').update(`${contactPointId} ${code}`).digest('base64url');
}

export interface CodeState {
  readonly codeHash: string | null;
  readonly codeSentAt: string | null;
  readonly codeTries: number;
}

/** Why no code can be checked now; undefined if one can. */
export function codeProblem({ codeHash, codeSentAt, codeTries }: CodeState, nowMs: number): string | undefined {
  if (codeHash === null || codeSentAt === null) return 'was not sent yet: request one first';
  if (nowMs - Date.parse(codeSentAt) > codeDurationMs) return 'has expired: request a new one';
  return codeTries >= maxCodeTries ? 'was wrong too often: request a new one' : undefined;
}
