import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Pill } from './Pill.js';

const tones = {
  plain: undefined,
  calm: { meaning: 'neutral' },
  attention: { meaning: 'device', icon: IconAlertTriangle },
  danger: { meaning: 'danger', icon: IconAlertTriangle },
} as const;
export type Tone = keyof typeof tones;

/** A highlighted word. Normal states are not highlighted. */
export function Mark({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  const look = tones[tone];
  return look ? <Pill {...look}>{children}</Pill> : children;
}

const severityTones = { LOW: 'plain', MEDIUM: 'calm', HIGH: 'attention', CRITICAL: 'danger' } as const;
export const toneOfSeverity = (severity: keyof typeof severityTones): Tone => severityTones[severity];
