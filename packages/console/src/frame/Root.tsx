import { useLocation } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { readKept } from '../kept.js';
import { Loading } from '../parts/states.js';
import { type Me, useMe } from '../session.js';
import { NoLinePage } from './NoLinePage.js';
import { SignedOutPage } from './SignedOutPage.js';
import { SignInPage } from './SignInPage.js';

const loadShell = () => import('./Shell.js');
// Somebody was signed in on this device: fetched while the service is asked whether they still are.
if (readKept()) void loadShell();

/** Not in the first load: somebody who signs in needs none of them yet. */
const Shell = lazy(async () => ({ default: (await loadShell()).Shell }));
const SetupPage = lazy(async () => ({ default: (await import('./SetupPage.js')).SetupPage }));
const SignUpPage = lazy(async () => ({ default: (await import('./SignUpPage.js')).SignUpPage }));
const WallPage = lazy(async () => ({ default: (await import('../wall/WallPage.js')).WallPage }));
const SecondFactorPage = lazy(async () => ({
  default: (await import('../security/SecondFactorPage.js')).SecondFactorPage,
}));

/** Pages that are the same with and without a session. */
const openPages: Readonly<Record<string, ComponentType>> = {
  '/answer': lazy(async () => ({ default: (await import('../answer/AnswerPage.js')).AnswerPage })),
  '/invitation': lazy(async () => ({ default: (await import('./InvitationPage.js')).InvitationPage })),
  '/wear': lazy(async () => ({ default: (await import('../wear/WearPage.js')).WearPage })),
  '/forgot': lazy(async () => ({ default: (await import('../recovery/ForgotPage.js')).ForgotPage })),
  '/reset': lazy(async () => ({ default: (await import('../recovery/ResetPage.js')).ResetPage })),
  '/email': lazy(async () => ({ default: (await import('../recovery/EmailPage.js')).EmailPage })),
};

export function Root() {
  return (
    <Suspense fallback={<Loading />}>
      <PageByPath />
    </Suspense>
  );
}

/** Without a session every path but those, /sign-up and /setup shows the sign-in page; after it, the page asked for. */
function PageByPath() {
  const { data: me, failureReason, refetch } = useMe();
  const { pathname } = useLocation();
  const [isHeld, letGo] = useHeld(me);
  const OpenPage = openPages[pathname];
  if (OpenPage) return <OpenPage />;
  if (me === undefined) return <NotKnownYet error={failureReason} onRetry={() => void refetch()} />;
  if (isHeld) return <SecondFactorPage onDone={letGo} />;
  if (me !== null && me.role !== 'PATIENT' && pathname === '/wall') return <WallPage key={me.id} />;
  if (me !== null) return <Shell key={me.id} />;
  if (pathname === '/sign-up') return <SignUpPage />;
  if (pathname === '/setup') return <SetupPage />;
  return readKept() ? <SignedOutPage /> : <SignInPage />;
}

/** True until an admin who needs a second factor has one and continues: the recovery codes are shown before that. */
function useHeld(me: Me | null | undefined): [isHeld: boolean, letGo: () => void] {
  const [heldId, setHeldId] = useState<string | null>(null);
  useEffect(() => {
    if (me?.needsSecondFactor) setHeldId(me.id);
    if (me === null) setHeldId(null);
  }, [me]);
  const isHeld = me?.needsSecondFactor || (heldId !== null && heldId === me?.id);
  return [isHeld, () => setHeldId(null)];
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
