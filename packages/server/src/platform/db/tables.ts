import type { ColumnType, Generated } from 'kysely';
import type {
  AccountLinksTable,
  AssignmentsTable,
  CaregiverDetailsTable,
  InvitationsTable,
  MessagesTable,
  PasskeysTable,
  PatientDetailsTable,
  PhoneNumbersTable,
  PhotosTable,
  ScoresTable,
  SessionsTable,
  TotpTable,
  UsersTable,
} from './tables/accounts.js';
import type {
  ActionTokensTable,
  AlertsTable,
  AlertThresholdsTable,
  DeclinesTable,
  DeliveriesTable,
  EngineBeatTable,
  EscalationFallsTable,
  EscalationPlansTable,
  EscalationsTable,
  IncidentMessagesTable,
  ResponseStepsTable,
} from './tables/alerts.js';
import type { CheckInDaysTable, CheckInsTable } from './tables/check-ins.js';
import type {
  DeviceCredentialsTable,
  DeviceLogTable,
  DevicePairingsTable,
  DevicesTable,
  DeviceTroublesTable,
  FormerDevicesTable,
  ListeningGapsTable,
  ListeningTable,
  PairingCodesTable,
} from './tables/devices.js';
import type {
  AftermathsTable,
  FallAliasesTable,
  FallsTable,
  OutcomeRecordsTable,
  SilencesTable,
} from './tables/falls.js';
import type {
  HomeAssistantAlertsTable,
  HomeAssistantBridgeTable,
  HomeAssistantConsentsTable,
  HomeAssistantTopicsTable,
} from './tables/home-assistant.js';
import type {
  CallsTable,
  ContactPointsTable,
  ContactUpdatesTable,
  LiveEventsTable,
  LiveStateTable,
  MailDigestsTable,
  MailHoursTable,
  OutboxTable,
  ShiftChecksTable,
  SmsCodesTable,
  WebhookDeliveriesTable,
  WebhooksTable,
} from './tables/notices.js';
import type {
  AuditTrailTable,
  DeparturesTable,
  MaintenanceRunsTable,
  MigrationsTable,
  SystemLogTable,
} from './tables/operations.js';
import type { ArchiveFilesTable, ReadingsTable, RecordedTable, VitalsTable } from './tables/readings.js';
import type {
  ScheduleFeedShiftsTable,
  ScheduleMembersTable,
  ScheduleSubstitutionsTable,
  SchedulesTable,
} from './tables/schedules.js';
import type { Timestamp } from './tables/timestamp.js';
import type { VitalExcursionsTable, VitalLimitsTable } from './tables/vitals.js';

/** Every table by its name; test/house.test.ts lists the owner of each. */
export interface Tables {
  users: UsersTable;
  sessions: SessionsTable;
  totp: TotpTable;
  recoveryCodes: { userId: string; codeHash: string; salt: string };
  passkeys: PasskeysTable;
  passkeyChallenges: { challenge: string; userId: string | null; expiresAt: Timestamp };
  oidcIdentities: { issuer: string; subject: string; userId: string; createdAt: Timestamp };
  knownClients: { userId: string; clientHash: string; lastSeenAt: Timestamp };
  systemLog: SystemLogTable;
  auditTrail: AuditTrailTable;
  migrations: MigrationsTable;
  devices: DevicesTable;
  deviceLog: DeviceLogTable;
  deviceCredentials: DeviceCredentialsTable;
  devicePairings: DevicePairingsTable;
  pairingCodes: PairingCodesTable;
  formerDevices: FormerDevicesTable;
  readings: ReadingsTable;
  erasedDevices: { key: number; erasedAt: Generated<Timestamp>; cleanedAt: Generated<Timestamp | null> };
  recorded: RecordedTable;
  refusedRecords: { digest: Buffer; bytes: Buffer; problem: string; refusedAt: Generated<Timestamp> };
  archiveFiles: ArchiveFilesTable;
  vitals: VitalsTable;
  vitalsProgress: { isOnly: Generated<boolean>; foldedTo: Timestamp };
  vitalsDue: { minute: Timestamp };
  patientDetails: PatientDetailsTable;
  phoneNumbers: PhoneNumbersTable;
  photos: PhotosTable;
  scores: ScoresTable;
  caregiverDetails: CaregiverDetailsTable;
  assignments: AssignmentsTable;
  invitations: InvitationsTable;
  accountLinks: AccountLinksTable;
  falls: FallsTable;
  fallAliases: FallAliasesTable;
  aftermaths: AftermathsTable;
  outcomeRecords: OutcomeRecordsTable;
  alerts: AlertsTable;
  escalations: EscalationsTable;
  escalationFalls: EscalationFallsTable;
  declines: DeclinesTable;
  responseSteps: ResponseStepsTable;
  incidentMessages: IncidentMessagesTable;
  deliveries: DeliveriesTable;
  escalationPlans: EscalationPlansTable;
  checkIns: CheckInsTable;
  checkInDays: CheckInDaysTable;
  vitalLimits: VitalLimitsTable;
  vitalExcursions: VitalExcursionsTable;
  alertThresholds: AlertThresholdsTable;
  deviceTroubles: DeviceTroublesTable;
  homeAssistantConsents: HomeAssistantConsentsTable;
  homeAssistantTopics: HomeAssistantTopicsTable;
  homeAssistantAlerts: HomeAssistantAlertsTable;
  homeAssistantBridge: HomeAssistantBridgeTable;
  engineBeat: EngineBeatTable;
  maintenanceRuns: MaintenanceRunsTable;
  departures: DeparturesTable;
  arrivals: { id: string; arrivedAt: Generated<Timestamp> };
  departedFalls: { id: string; userId: string; fall: ColumnType<object, string, never> };
  listening: ListeningTable;
  listeningGaps: ListeningGapsTable;
  messages: MessagesTable;
  liveEvents: LiveEventsTable;
  liveState: LiveStateTable;
  contactPoints: ContactPointsTable;
  contactUpdates: ContactUpdatesTable;
  actionTokens: ActionTokensTable;
  outbox: OutboxTable;
  calls: CallsTable;
  mailHours: MailHoursTable;
  mailDigests: MailDigestsTable;
  heldMails: { deliveryId: string; digestId: string };
  smsCodes: SmsCodesTable;
  smsDays: { day: string; count: number };
  installationKeys: { name: string; value: ColumnType<unknown, string, never> };
  shiftChecks: ShiftChecksTable;
  webhooks: WebhooksTable;
  webhookDeliveries: WebhookDeliveriesTable;
  silences: SilencesTable;
  schedules: SchedulesTable;
  scheduleMembers: ScheduleMembersTable;
  scheduleSubstitutions: ScheduleSubstitutionsTable;
  scheduleFeedShifts: ScheduleFeedShiftsTable;
}
