import { Stack, Text } from '@mantine/core';
import { toShownCode } from './codes.js';
import { LazyQrCode } from './LazyQrCode.js';

interface ShownCodeProps {
  readonly url: string;
  readonly code: string;
  /** Where to type the code. */
  readonly children: string;
}

/** The same code twice: for a camera, and for typing. */
export function ShownCode({ url, code, children }: ShownCodeProps) {
  return (
    <Stack gap="sm">
      <LazyQrCode url={url} />
      <Text style={{ overflowWrap: 'anywhere' }}>{children}</Text>
      <Text fz={28} fw={700} ta="center" lh={1.2} className="pairing-code">
        {toShownCode(code)}
      </Text>
    </Stack>
  );
}
