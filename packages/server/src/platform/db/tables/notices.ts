import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Language } from './accounts.js';
import type { AlertSeverity } from './alerts.js';
import type { Timestamp } from './timestamp.js';

export interface LiveEventsTable {
  id: GeneratedAlways<number>;
  position: Generated<number | null>;
  at: Timestamp;
  type: string;
  recipients: readonly string[];
  toAdmins: boolean;
  patientId: string | null;
  data: ColumnType<object, string, never>;
}

export interface LiveStateTable {
  isOnly: Generated<boolean>;
  lastPosition: Generated<number>;
  trimmedTo: Generated<number>;
}

export interface WebhooksTable {
  id: string;
  userId: string;
  url: string;
  secret: string;
  createdAt: Timestamp;
  template: string | null;
  method: 'POST' | 'PUT';
  authorization: string | null;
}

export interface WebhookDeliveriesTable {
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

export type ContactKind = 'push' | 'email' | 'sms' | 'voice' | 'ntfy' | 'gotify';

export interface ContactPointsTable {
  id: string;
  userId: string;
  kind: ContactKind;
  address: string;
  secrets: ColumnType<Readonly<Record<string, string>>, string, string>;
  label: string | null;
  fromStep: number;
  minSeverity: AlertSeverity;
  createdAt: Timestamp;
  verifiedAt: Generated<Timestamp | null>;
  lastOkAt: Generated<Timestamp | null>;
  failingSince: Generated<Timestamp | null>;
  failingReason: Generated<string | null>;
  codeHash: Generated<string | null>;
  codeSentAt: Generated<Timestamp | null>;
  codeTries: Generated<number>;
}

export interface OutboxTable {
  id: string;
  kind: ContactKind;
  address: string;
  title: string;
  text: string;
  url: string | null;
  userId: string;
  sentAt: Timestamp;
}

export interface ContactUpdatesTable {
  contactPointId: string;
  escalationId: string;
  dueAt: Timestamp;
  attempts: Generated<number>;
}

export interface CallsTable {
  id: string;
  contactPointId: string;
  phone: string;
  language: Language;
  text: string;
  alertId: string | null;
  tokenHash: string | null;
  urgency: number;
  createdAt: Timestamp;
  dueAt: Timestamp;
  attempts: Generated<number>;
  ringingAt: Generated<Timestamp | null>;
  isLate: Generated<boolean>;
}

export interface SmsCodesTable {
  phone: string;
  code: number;
  alertId: string;
  tokenHash: string;
  sentAt: Timestamp;
}

export type MailPurpose = 'ALERTS' | 'INVITATIONS' | 'ACCOUNT';

export interface MailHoursTable {
  userId: string;
  purpose: MailPurpose;
  startedAt: Timestamp;
  count: number;
}

export interface MailDigestsTable {
  id: string;
  contactPointId: string;
  dueAt: Timestamp;
  attempts: Generated<number>;
}

/** The newest test of a caregiver at the start of a shift. */
export interface ShiftChecksTable {
  userId: string;
  checkedAt: Timestamp;
  sound: 'HEARD' | 'NOT_HEARD' | 'NOT_TESTED';
  push: 'RECEIVED' | 'NOT_RECEIVED' | 'UNSUPPORTED' | 'NOT_TESTED';
}
