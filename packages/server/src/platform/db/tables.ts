import type { EvidenceWindow, Explanation, FallLevel } from '@fallwatch/detection';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** An ISO 8601 string in UTC, read (drivers.ts) and written. */
type Timestamp = string;

export type Role = 'PATIENT' | 'CAREGIVER' | 'ADMIN';
export type AccountStatus = 'active' | 'inactive';
export type LogLevel = 'error' | 'warning' | 'info';

interface UsersTable {
  id: string;
  email: string;
  emailKey: string;
  passwordHash: string | null;
  firstName: string;
  lastName: string;
  role: Role;
  status: Generated<AccountStatus>;
  phone: Generated<string | null>;
  dateOfBirth: Generated<string | null>;
  avatar: Generated<string | null>;
  createdAt: Timestamp;
  updatedAt: Timestamp;
  lastLogin: Generated<Timestamp | null>;
}

interface SessionsTable {
  id: string;
  userId: string;
  createdAt: Timestamp;
  expiresAt: Timestamp;
}

interface SystemLogTable {
  id: string;
  level: LogLevel;
  source: string;
  message: string;
  userId: string | null;
  timestamp: Timestamp;
}

interface AuditTrailTable {
  id: string;
  at: Timestamp;
  actorId: string | null;
  action: string;
  subjectId: string | null;
  requestId: string | null;
}

interface MigrationsTable {
  name: string;
  checksum: string;
  appliedAt: Timestamp;
}

export type DeviceLogType = 'INFO' | 'WARNING' | 'ERROR';

interface DevicesTable {
  id: string;
  key: GeneratedAlways<number>;
  userId: string;
  macAddress: string;
  name: string;
  disabledAt: Generated<Timestamp | null>;
  createdAt: Timestamp;
  updatedAt: Timestamp;
  lastSeen: Generated<Timestamp | null>;
  uptimeMs: Generated<number | null>;
  batteryLevel: Generated<number | null>;
  firmwareVersion: Generated<string | null>;
  signalStrength: Generated<number | null>;
  sensorsInitialized: Generated<boolean | null>;
  wifiConnected: Generated<boolean | null>;
  bluetoothConnected: Generated<boolean | null>;
  vitalsAt: Generated<Timestamp | null>;
  heartRate: Generated<number | null>;
  heartRateMean: Generated<number | null>;
  heartRateVariance: Generated<number | null>;
  spo2: Generated<number | null>;
}

interface DeviceLogTable {
  id: string;
  deviceId: string;
  type: DeviceLogType;
  message: string;
  timestamp: Timestamp;
}

interface ReadingsTable {
  at: Timestamp;
  uptimeMs: number;
  deviceKey: number;
  accelX: number;
  accelY: number;
  accelZ: number;
  gyroX: number;
  gyroY: number;
  gyroZ: number;
  pressure: number | null;
  fsr: number | null;
  batteryLevel: number | null;
  confidence: number;
  heartRate: number | null;
  spo2: number | null;
}

interface RecordedTable {
  log: string;
  partition: number;
  sequence: number;
}

interface VitalsTable {
  deviceKey: number;
  minute: Timestamp;
  readings: number;
  heartRateCount: number;
  heartRateSum: number;
  heartRateMin: number | null;
  heartRateMax: number | null;
  spo2Count: number;
  spo2Sum: number;
  spo2Min: number | null;
  spo2Max: number | null;
}

interface PatientDetailsTable {
  userId: string;
  emergencyContact: Generated<string | null>;
  bloodPressure: Generated<string | null>;
}

interface ScoresTable {
  userId: string;
  healthScore: number;
  isHighRisk: boolean;
  calculatedAt: Timestamp;
}

interface CaregiverDetailsTable {
  userId: string;
  specialization: Generated<string | null>;
  organization: Generated<string | null>;
}

interface AssignmentsTable {
  caregiverId: string;
  patientId: string;
  relationship: string | null;
  assignedAt: Timestamp;
}

interface InvitationsTable {
  tokenHash: string;
  userId: string;
  createdAt: Timestamp;
  expiresAt: Timestamp;
}

interface FallsTable {
  id: string;
  userId: string;
  deviceId: string | null;
  confidence: number;
  status: FallLevel;
  location: string | null;
  witnessed: boolean | null;
  injuries: string | null;
  /** Written as JSON text. */
  sensorData: ColumnType<SensorEvidence | null, string | null, string | null>;
  explanation: ColumnType<Explanation | null, string | null, string | null>;
  evidence: ColumnType<EvidenceWindow | null, string | null | undefined, string | null>;
  outcome: Generated<FallOutcome | null>;
  impactAt: Generated<Timestamp | null>;
  cancelledAt: Generated<Timestamp | null>;
  confirmedAt: Generated<Timestamp | null>;
  resolvedAt: Generated<Timestamp | null>;
  resolvedBy: Generated<string | null>;
  resolutionNote: Generated<string | null>;
  createdAt: Timestamp;
  updatedAt: Timestamp;
  investigationAt: Generated<Timestamp | null>;
  investigationBy: Generated<string | null>;
  investigationNotes: Generated<string | null>;
  idempotencyKey: Generated<string | null>;
}

export type FallOutcome = 'HELPED' | 'FALSE_ALARM' | 'HOSPITAL' | 'OTHER';

interface SilencesTable {
  deviceId: string;
  readingAt: Timestamp;
  noticedAt: Timestamp;
  dueAt: Timestamp;
  sensorData: ColumnType<SensorEvidence, string, string>;
  state: Uint8Array;
}

/** The reading that decided a fall's level. */
export interface SensorEvidence {
  accel: [number, number, number];
  gyro: [number, number, number];
  timestamp: Timestamp;
}

interface FallAliasesTable {
  id: string;
  fallId: string;
}

export type AlertSeverity = 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';

interface AlertsTable {
  id: string;
  audience: 'CAREGIVER' | 'ADMIN';
  recipientId: string | null;
  patientId: string;
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

/** One step of a plan: when, counted from its start, and to whom. */
export interface PlanStep {
  readonly afterMs: number;
  /** `CAREGIVERS`, `ADMINS`, or the id of one caregiver. */
  readonly to: readonly string[];
}

/** Who is told when, and what comes next. Copied into each escalation. */
export interface Plan {
  readonly steps: readonly PlanStep[];
  /** After the last step, its people again and again. Null: it ends there. */
  readonly repeatEveryMs: number | null;
  /** Acknowledged but not over after this time alarms again. Null: an acknowledgement is enough. */
  readonly reopenAfterMs: number | null;
  /** A step that nobody heard of is told to the admins at once. */
  readonly mustReach: boolean;
}

export type ClosedAs = 'RESOLVED' | 'CANCELLED' | 'RECOVERED';

interface EscalationsTable {
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
  closedAt: Generated<Timestamp | null>;
  closedAs: Generated<ClosedAs | null>;
}

export type DeliveryStatus = 'pending' | 'sent' | 'failed' | 'unreachable' | 'cancelled';

interface DeliveriesTable {
  id: string;
  escalationId: string;
  alertId: string;
  recipientId: string | null;
  step: number;
  channel: string;
  status: DeliveryStatus;
  urgency: number;
  attempts: Generated<number>;
  reason: Generated<string | null>;
  createdAt: Timestamp;
  dueAt: Timestamp | null;
  settledAt: Generated<Timestamp | null>;
}

interface EscalationPlansTable {
  patientId: string;
  steps: ColumnType<readonly PlanStep[] | null, string | null, string | null>;
  repeatEveryMs: number | null;
  silentAfterMs: number | null;
  updatedAt: Timestamp;
  updatedBy: string;
}

export type TroubleKind = 'SILENT' | 'BATTERY_20' | 'BATTERY_5' | 'SENSORS';

interface DeviceTroublesTable {
  deviceId: string;
  kind: TroubleKind;
  since: Timestamp;
  escalationId: string | null;
}

interface EngineBeatTable {
  isOnly: Generated<boolean>;
  beatAt: Timestamp;
}

interface MessagesTable {
  id: string;
  senderId: string;
  recipientId: string;
  content: string;
  type: Generated<'TEXT'>;
  createdAt: Timestamp;
  readAt: Generated<Timestamp | null>;
}

interface LiveEventsTable {
  id: GeneratedAlways<number>;
  position: Generated<number | null>;
  at: Timestamp;
  type: string;
  recipients: readonly string[];
  toAdmins: boolean;
  patientId: string | null;
  data: ColumnType<object, string, never>;
}

interface LiveStateTable {
  isOnly: Generated<boolean>;
  lastPosition: Generated<number>;
  trimmedTo: Generated<number>;
}

interface WebhooksTable {
  id: string;
  userId: string;
  url: string;
  secret: string;
  createdAt: Timestamp;
}

interface WebhookDeliveriesTable {
  id: string;
  webhookId: string;
  noticeId: string | null;
  alertId: Generated<string | null>;
  patientId: Generated<string | null>;
  body: string;
  status: 'PENDING' | 'SENT' | 'FAILED';
  attempts: number;
  lastStatus: Generated<number | null>;
  lastProblem: Generated<string | null>;
  createdAt: Timestamp;
  nextAttemptAt: Generated<Timestamp | null>;
  sentAt: Generated<Timestamp | null>;
}

/** Every table by its name; the owner of each is in test/house.test.ts. */
export interface Tables {
  users: UsersTable;
  sessions: SessionsTable;
  systemLog: SystemLogTable;
  auditTrail: AuditTrailTable;
  migrations: MigrationsTable;
  devices: DevicesTable;
  deviceLog: DeviceLogTable;
  readings: ReadingsTable;
  erasedDevices: { key: number; erasedAt: Generated<Timestamp>; cleanedAt: Generated<Timestamp | null> };
  recorded: RecordedTable;
  vitals: VitalsTable;
  vitalsProgress: { isOnly: Generated<boolean>; foldedTo: Timestamp };
  vitalsDue: { minute: Timestamp };
  patientDetails: PatientDetailsTable;
  scores: ScoresTable;
  caregiverDetails: CaregiverDetailsTable;
  assignments: AssignmentsTable;
  invitations: InvitationsTable;
  falls: FallsTable;
  fallAliases: FallAliasesTable;
  alerts: AlertsTable;
  escalations: EscalationsTable;
  deliveries: DeliveriesTable;
  escalationPlans: EscalationPlansTable;
  deviceTroubles: DeviceTroublesTable;
  engineBeat: EngineBeatTable;
  messages: MessagesTable;
  liveEvents: LiveEventsTable;
  liveState: LiveStateTable;
  webhooks: WebhooksTable;
  webhookDeliveries: WebhookDeliveriesTable;
  silences: SilencesTable;
}
