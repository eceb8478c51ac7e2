import { AspectRatio } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Loading } from '../parts/states.js';
import type { QrCodeProps } from './QrCode.js';

/** Loaded only where a code is shown. */
const QrCode = lazy(async () => ({ default: (await import('./QrCode.js')).QrCode }));

export function LazyQrCode(props: QrCodeProps) {
  return (
    <AspectRatio ratio={1} w="100%" maw={260} mx="auto">
      <Suspense fallback={<Loading />}>
        <QrCode {...props} />
      </Suspense>
    </AspectRatio>
  );
}
