/** What the clients know: kept apart from everything that can be killed. */

export interface Entry {
  readonly mac: string;
  readonly uptimeMs: number;
  readonly isImpact: boolean;
  /** Unknown until there is an answer that ends it: the reading may be stored or not. */
  outcome: 'ok' | 'refused' | 'unknown';
  /** What came of each attempt: a status, or why there was no answer. */
  readonly attempts: string[];
  fallEventId?: string | null;
}

/** By device and uptime: how a reading is told from all others. */
export const nameOf = (mac: string, uptimeMs: number): string => `${mac} ${uptimeMs}`;

export class Journal {
  readonly entries: Entry[] = [];
  readonly accepted: Entry[] = [];
  readonly acceptedImpacts: Entry[] = [];
  readonly refused: Entry[] = [];
  /** Attempts that ended in an answer, by status; and those without one, by what happened. */
  readonly answers = new Map<number, number>();
  readonly broken = new Map<string, number>();
  /** Answers that a device can not understand: 5xx other than 503, and 503 without Retry-After. */
  readonly faults: string[] = [];
  slowestMs = 0;

  noteAnswer(entry: Entry, status: number, ms: number): void {
    entry.attempts.push(String(status));
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
    this.slowestMs = Math.max(this.slowestMs, ms);
  }

  noteBroken(entry: Entry, reason: string, ms: number): void {
    entry.attempts.push(reason);
    this.broken.set(reason, (this.broken.get(reason) ?? 0) + 1);
    this.slowestMs = Math.max(this.slowestMs, ms);
  }

  accept(entry: Entry, fallEventId: string | null): void {
    Object.assign(entry, { outcome: 'ok', fallEventId } satisfies Partial<Entry>);
    this.accepted.push(entry);
    if (entry.isImpact) this.acceptedImpacts.push(entry);
  }

  refuse(entry: Entry): void {
    entry.outcome = 'refused';
    this.refused.push(entry);
  }
}
