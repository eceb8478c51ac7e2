import type { ColumnType, Generated } from 'kysely';
import type { Timestamp } from './timestamp.js';

export type AlertSeverity = 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';

export interface AlertsTable {
  id: string;
  audience: 'CAREGIVER' | 'ADMIN';
  recipientId: string | null;
  /** Null once the account is deleted: the former patient's id and name are kept instead. */
  patientId: string | null;
  formerPatientId: Generated<string | null>;
  formerPatientName: Generated<string | null>;
  fallId: string | null;
  type: string;
  severity: AlertSeverity;
  message: string;
  timestamp: Timestamp;
  acknowledgedAt: Generated<Timestamp | null>;
  acknowledgedBy: Generated<string | null>;
  escalationId: Generated<string | null>;
  seenAt: Generated<Timestamp | null>;
}

/** One step of a plan: when, counted from its start, and who is notified. */
export interface PlanStep {
  readonly afterMs: number;
  /** `CAREGIVERS`, `ADMINS`, or the id of one caregiver. */
  readonly to: readonly string[];
}

/** Who is notified when, and what follows. Copied into each escalation. */
export interface Plan {
  readonly steps: readonly PlanStep[];
  /** After the last step, notifies the same people again at this interval. Null: the plan ends there. */
  readonly repeatEveryMs: number | null;
  /**
   * An alert that is acknowledged but not resolved after this time notifies again. Null: an acknowledgement is enough.
   */
  readonly reopenAfterMs: number | null;
  /** If a step reaches nobody, the admins are notified at once. */
  readonly mustReach: boolean;
}

export type ClosedAs = 'RESOLVED' | 'CANCELLED' | 'RECOVERED';

export interface EscalationsTable {
  id: string;
  patientId: string;
  fallId: string | null;
  type: string;
  severity: AlertSeverity;
  message: string;
  isDrill: Generated<boolean>;
  plan: ColumnType<Plan, string, string>;
  raisedAt: Timestamp;
  startedAt: Timestamp;
  step: Generated<number>;
  position: Generated<number>;
  dueAt: Timestamp | null;
  reachBy: Generated<Timestamp | null>;
  acknowledgedAt: Generated<Timestamp | null>;
  acknowledgedBy: Generated<string | null>;
  firstAcknowledgedAt: Generated<Timestamp | null>;
  lastHandledAt: Generated<Timestamp | null>;
  lastHandledBy: Generated<string | null>;
  closedAt: Generated<Timestamp | null>;
  closedAs: Generated<ClosedAs | null>;
}

export interface EscalationFallsTable {
  fallId: string;
  escalationId: string;
  isAnnounced: boolean;
  closedAt: Generated<Timestamp | null>;
  closedAs: Generated<ClosedAs | null>;
}

export type DeliveryStatus = 'pending' | 'accepted' | 'sent' | 'held' | 'failed' | 'unreachable' | 'cancelled';

export interface DeliveriesTable {
  id: string;
  escalationId: string;
  alertId: string;
  recipientId: string | null;
  step: number;
  channel: string;
  contactPointId: Generated<string | null>;
  status: DeliveryStatus;
  urgency: number;
  attempts: Generated<number>;
  reason: Generated<string | null>;
  patientId: Generated<string | null>;
  createdAt: Timestamp;
  dueAt: Timestamp | null;
  acceptedAt: Generated<Timestamp | null>;
  settledAt: Generated<Timestamp | null>;
  acknowledgedAt: Generated<Timestamp | null>;
}

export interface EscalationPlansTable {
  patientId: string;
  steps: ColumnType<readonly PlanStep[] | null, string | null, string | null>;
  repeatEveryMs: number | null;
  silentAfterMs: number | null;
  updatedAt: Timestamp;
  updatedBy: string;
}

export interface AlertThresholdsTable {
  patientId: string;
  threshold: number;
  setAt: Timestamp;
  setBy: string;
}

export interface EngineBeatTable {
  isOnly: Generated<boolean>;
  beatAt: Timestamp;
}

export interface DeclinesTable {
  escalationId: string;
  userId: string;
  step: number;
  declinedAt: Timestamp;
  channel: string | null;
}

export interface ActionTokensTable {
  tokenHash: string;
  alertId: string;
  userId: string;
  deliveryId: string;
  expiresAt: Timestamp;
}
