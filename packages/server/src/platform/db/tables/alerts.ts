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
  /** The recipient got it as the person on duty, and need not be assigned to the patient. */
  onDuty: Generated<boolean>;
}

/** One step of a plan: when, counted from its start, and who is notified. */
export interface PlanStep {
  readonly afterMs: number;
  /** `CAREGIVERS`, `ADMINS`, the id of one caregiver, or `SCHEDULE:` with the id of a schedule. */
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
  /** The step of a call for a second person that nobody has answered. */
  calledStep: Generated<number | null>;
  closedAt: Generated<Timestamp | null>;
  closedAs: Generated<ClosedAs | null>;
  /** The latest step that was taken for everybody instead of whoever is on duty. */
  everybodyStep: Generated<number | null>;
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

export type ResponseKind =
  | 'TAKEN'
  | 'JOINED'
  | 'TOOK_OVER'
  /** Became the lead because the lead released the alert. */
  | 'LEADS'
  | 'ON_THE_WAY'
  | 'ARRIVED'
  | 'DONE'
  | 'RELEASED'
  /** Calls a second person. */
  | 'CALLED';

export interface ResponseStepsTable {
  id: string;
  escalationId: string;
  userId: string | null;
  kind: ResponseKind;
  at: Timestamp;
  note: string | null;
  step: number | null;
  calledId: string | null;
}

export interface IncidentMessagesTable {
  id: string;
  escalationId: string;
  authorId: string | null;
  text: string;
  at: Timestamp;
}

export interface ActionTokensTable {
  tokenHash: string;
  alertId: string;
  userId: string;
  deliveryId: string;
  expiresAt: Timestamp;
}
