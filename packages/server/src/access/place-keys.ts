/** Under which the directory of the cells knows people, and what names them in a request. */
import { hashToken } from '../platform/tokens.js';

export const toPersonKey = (userId: string): string => `person:${userId}`;
export const toCredentialKey = (credentialId: string): string => `credential:${credentialId}`;
/** The directory is outside the cells: it holds no address that can be read. */
export const toAddressKey = (emailKey: string): string => `email:${hashToken(emailKey)}`;
