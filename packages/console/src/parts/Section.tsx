import { Paper, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface SectionProps {
  readonly title: string;
  /** For links to this part of the page. */
  readonly id?: string;
  /** True if the content is made of cards itself. */
  readonly isPlain?: boolean;
  readonly children: ReactNode;
}

export function Section({ title, id, isPlain = false, children }: SectionProps) {
  const content = (
    <Stack component="section" gap="sm" id={id}>
      <Title order={2} size="h4">
        {title}
      </Title>
      {children}
    </Stack>
  );
  return isPlain ? (
    content
  ) : (
    <Paper withBorder p={{ base: 'md', md: 'lg' }}>
      {content}
    </Paper>
  );
}
