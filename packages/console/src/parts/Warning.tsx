import { Box, Text } from '@mantine/core';

/** Something that the user pressed has not happened. */
export function Warning({ title, children }: { readonly title: string; readonly children: string }) {
  return (
    <Box role="alert" bg="var(--device-fill)" c="var(--device-on)" p="md" style={{ borderRadius: 8 }}>
      <Text fz="lg" fw={700}>
        {title}
      </Text>
      <Text className="numbers">{children}</Text>
    </Box>
  );
}
