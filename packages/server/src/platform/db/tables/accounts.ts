import type { Generated, GeneratedAlways } from 'kysely';
import type { Timestamp } from './timestamp.js';

export type Role = 'PATIENT' | 'CAREGIVER' | 'ADMIN';

export type Language = 'en' | 'de';

export type AccountStatus = 'active' | 'inactive';

export interface UsersTable {
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
  language: Generated<Language | null>;
  createdAt: Timestamp;
  updatedAt: Timestamp;
  lastLogin: Generated<Timestamp | null>;
  emailVerifiedAt: Generated<Timestamp | null>;
  searchKey: GeneratedAlways<string>;
}

export interface SessionsTable {
  id: string;
  userId: string;
  createdAt: Timestamp;
  expiresAt: Timestamp;
  lastUsedAt: Generated<Timestamp | null>;
  client: Generated<string | null>;
  /** Opened with a code or a passkey, or the person has proved one in it. */
  hasSecondFactor: Generated<boolean>;
}

export type LinkPurpose = 'PASSWORD' | 'EMAIL';

export interface AccountLinksTable {
  tokenHash: string;
  userId: string;
  purpose: LinkPurpose;
  emailKey: string;
  address: string | null;
  createdAt: Timestamp;
  expiresAt: Timestamp;
}

export interface TotpTable {
  userId: string;
  sealedSecret: string;
  createdAt: Timestamp;
  confirmedAt: Timestamp | null;
  lastStep: number | null;
}

export interface PasskeysTable {
  id: string;
  userId: string;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  name: string;
  createdAt: Timestamp;
  lastUsedAt: Generated<Timestamp | null>;
}

export interface PatientDetailsTable {
  userId: string;
  emergencyContact: Generated<string | null>;
  bloodPressure: Generated<string | null>;
  room: Generated<string | null>;
  ward: Generated<string | null>;
  address: Generated<string | null>;
  keySafe: Generated<string | null>;
  instructions: Generated<string | null>;
  medicalNotes: Generated<string | null>;
  searchKey: GeneratedAlways<string>;
}

export interface PhoneNumbersTable {
  patientId: string;
  position: number;
  name: string;
  relationship: string | null;
  phone: string;
}

export interface PhotosTable {
  userId: string;
  bytes: Buffer;
  type: 'image/jpeg' | 'image/png' | 'image/webp';
  updatedAt: Timestamp;
}

export interface ScoresTable {
  userId: string;
  healthScore: number;
  isHighRisk: boolean;
  calculatedAt: Timestamp;
}

export interface CaregiverDetailsTable {
  userId: string;
  specialization: Generated<string | null>;
  organization: Generated<string | null>;
}

export interface AssignmentsTable {
  caregiverId: string;
  patientId: string;
  relationship: string | null;
  assignedAt: Timestamp;
}

export interface InvitationsTable {
  tokenHash: string;
  userId: string;
  invitedBy: Generated<string | null>;
  createdAt: Timestamp;
  expiresAt: Timestamp;
}

export interface MessagesTable {
  id: string;
  senderId: string;
  recipientId: string;
  content: string;
  type: Generated<'TEXT'>;
  createdAt: Timestamp;
  readAt: Generated<Timestamp | null>;
}
