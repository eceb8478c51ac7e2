import type { Generated } from 'kysely';
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
}

export interface SessionsTable {
  id: string;
  userId: string;
  createdAt: Timestamp;
  expiresAt: Timestamp;
}

export interface PatientDetailsTable {
  userId: string;
  emergencyContact: Generated<string | null>;
  bloodPressure: Generated<string | null>;
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
