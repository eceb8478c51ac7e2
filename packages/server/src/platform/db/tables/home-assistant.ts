import type { Generated } from 'kysely';
import type { Timestamp } from './timestamp.js';

export interface HomeAssistantConsentsTable {
  patientId: string;
  isEnabled: boolean;
  nodeId: string;
  changedAt: Timestamp;
  changedBy: string;
}

export interface HomeAssistantTopicsTable {
  topic: string;
  nodeId: string;
}

export interface HomeAssistantAlertsTable {
  escalationId: string;
  stage: 'raised' | 'answered';
}

export interface HomeAssistantBridgeTable {
  isOnly: Generated<boolean>;
  clientId: string;
  holder: string | null;
  heldUntil: Generated<Timestamp>;
  isConnected: Generated<boolean>;
}
