import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

const tones = {
  plain: {},
  calm: { bg: 'transparent', c: undefined, bd: '1px solid var(--mantine-color-dimmed)' },
  attention: { bg: 'yellow.3', c: 'black', bd: '1px solid transparent' },
  danger: { bg: 'red.9', c: 'white', bd: '1px solid transparent' },
} as const;
export type Tone = keyof typeof tones;

/** A highlighted word. The colour only repeats the text. Normal states are not highlighted. */
export function Mark({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  if (tone === 'plain') return children;
  return (
    <Text
      component="span"
      size="sm"
      fw={600}
      px={8}
      py={1}
      display="inline-block"
      {...tones[tone]}
      style={{ borderRadius: 6 }}
    >
      {children}
    </Text>
  );
}

const severityTones = { LOW: 'plain', MEDIUM: 'calm', HIGH: 'attention', CRITICAL: 'danger' } as const;
export const toneOfSeverity = (severity: keyof typeof severityTones): Tone => severityTones[severity];
