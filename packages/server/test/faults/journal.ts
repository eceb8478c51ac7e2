/** What the clients know, kept apart from everything that can be killed. */

export interface Entry {
  readonly mac: string;
  readonly uptimeMs: number;
  readonly isImpact: boolean;
  /** Unknown until there is a final answer: the reading may be stored or not. */
  outcome: 'ok' | 'refused' | 'unknown';
  /** The result of each attempt: a status, or why there was no answer. */
  readonly attempts: string[];
  /** When it was sent first, and when it was answered with 200. */
  readonly sentAtMs?: number;
  acceptedAtMs?: number;
  fallEventId?: string | null;
  /** It got a PUBACK: stored, even if its answer never arrived. */
  isAcknowledged?: boolean;
}

/** Device and uptime identify a reading. */
export const readingName = (mac: string, uptimeMs: number): string => `${mac} ${uptimeMs}`;

export class Journal {
  readonly entries: Entry[] = [];
  readonly accepted: Entry[] = [];
  readonly acceptedImpacts: Entry[] = [];
  readonly refused: Entry[] = [];
  /** Attempts with an answer, by status; and attempts without one, by cause. */
  readonly answers = new Map<number, number>();
  readonly broken = new Map<string, number>();
  /** Answers that a device cannot handle: 5xx other than 503, 503 without Retry-After, a PUBACK for a refusal. */
  readonly faults: string[] = [];
  slowestMs = 0;
  /** Connections over MQTT, and readings whose connection ended between their PUBACK and their answer. */
  readonly mqtt = { connections: 0, unanswered: 0 };

  /** Joins the journals of several clients that wrote to one database. */
  static join(journals: readonly Journal[]): Journal {
    const joined = new Journal();
    for (const { entries, accepted, acceptedImpacts, refused, faults, slowestMs } of journals) {
      joined.entries.push(...entries);
      joined.accepted.push(...accepted);
      joined.acceptedImpacts.push(...acceptedImpacts);
      joined.refused.push(...refused);
      joined.faults.push(...faults);
      joined.slowestMs = Math.max(joined.slowestMs, slowestMs);
    }
    return joined;
  }

  /** What must be stored: readings with an answer or a PUBACK. */
  get promised(): Entry[] {
    return this.entries.filter(({ outcome, isAcknowledged }) => outcome === 'ok' || isAcknowledged);
  }

  /** Number of requests that have ended, with or without an answer. */
  get attempts(): number {
    return [...this.answers.values(), ...this.broken.values()].reduce((sum, count) => sum + count, 0);
  }

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
    Object.assign(entry, { outcome: 'ok', fallEventId, acceptedAtMs: Date.now() } satisfies Partial<Entry>);
    this.accepted.push(entry);
    if (entry.isImpact) this.acceptedImpacts.push(entry);
  }

  /** A PUBACK without an answer. */
  acknowledge(entry: Entry): void {
    entry.isAcknowledged = true;
    this.mqtt.unanswered += 1;
  }

  refuse(entry: Entry): void {
    entry.outcome = 'refused';
    this.refused.push(entry);
  }
}
