import type { Generated } from 'kysely';
import type { Timestamp } from './timestamp.js';

export interface SchedulesTable {
  id: string;
  name: string;
  zone: string;
  startOn: string;
  handOver: string;
  turnDays: number;
  weekdays: number[];
  createdAt: Timestamp;
  updatedAt: Timestamp;
  updatedBy: string;
  feedUrl: Generated<string | null>;
  feedReadAt: Generated<Timestamp | null>;
  feedTriedAt: Generated<Timestamp | null>;
  feedFailingSince: Generated<Timestamp | null>;
  feedProblem: Generated<string | null>;
  calendarHash: Generated<string | null>;
  calendarCreatedAt: Generated<Timestamp | null>;
}

export interface ScheduleMembersTable {
  scheduleId: string;
  position: number;
  userId: string | null;
}

export interface ScheduleSubstitutionsTable {
  id: string;
  scheduleId: string;
  startsAt: Timestamp;
  endsAt: Timestamp;
  replaces: string | null;
  replacesAnyone: boolean;
  userId: string | null;
  reason: string | null;
  createdAt: Timestamp;
}

export interface ScheduleFeedShiftsTable {
  scheduleId: string;
  position: number;
  startsAt: Timestamp;
  endsAt: Timestamp;
  userId: string | null;
}
