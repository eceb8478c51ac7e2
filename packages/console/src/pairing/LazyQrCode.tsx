import { AspectRatio } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Loading } from '../parts/states.js';

/** Loaded only where a code is shown. */
const QrCode = lazy(async () => ({ default: (await import('./QrCode.js')).QrCode }));

export function LazyQrCode({ url }: { readonly url: string }) {
  return (
    <AspectRatio ratio={1} w="100%" maw={260} mx="auto">
      <Suspense fallback={<Loading />}>
        <QrCode url={url} />
      </Suspense>
    </AspectRatio>
  );
}
