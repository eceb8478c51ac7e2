import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { AnswerPage } from '../answer/AnswerPage.js';
import { readKept } from '../kept.js';
import { Loading } from '../parts/states.js';
import { useMe } from '../session.js';
import { InvitationPage } from './InvitationPage.js';
import { NoLinePage } from './NoLinePage.js';
import { Shell } from './Shell.js';
import { SignedOutPage } from './SignedOutPage.js';
import { SignInPage } from './SignInPage.js';
import { SignUpPage } from './SignUpPage.js';

/** Not in the first load of the console: it contains the device library. */
const WearPage = lazy(async () => ({ default: (await import('../wear/WearPage.js')).WearPage }));

/**
 * Without a session every path but /answer, /invitation, /wear and /sign-up shows the sign-in page; after it, the page
 * asked for.
 */
export function Root() {
  const { data: me, failureReason, refetch } = useMe();
  const { pathname } = useLocation();
  if (pathname === '/answer') return <AnswerPage />;
  if (pathname === '/invitation') return <InvitationPage />;
  if (pathname === '/wear')
    return (
      <Suspense fallback={<Loading />}>
        <WearPage />
      </Suspense>
    );
  if (me === undefined) return <NotKnownYet error={failureReason} onRetry={() => void refetch()} />;
  if (me !== null) return <Shell key={me.id} />;
  if (pathname === '/sign-up') return <SignUpPage />;
  return readKept() ? <SignedOutPage /> : <SignInPage />;
}

/** After this time the spinner is replaced by an explanation. */
const patienceMs = 4_000;

function NotKnownYet({ error, onRetry }: { readonly error: Error | null; readonly onRetry: () => void }) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return error || isLong ? <NoLinePage error={error} onRetry={onRetry} /> : <Loading />;
}
