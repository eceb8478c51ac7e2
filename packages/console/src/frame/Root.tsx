import { useLocation } from '@tanstack/react-router';
import { Loading } from '../parts/states.js';
import { remember, useMe } from '../session.js';
import { InvitationPage } from './InvitationPage.js';
import { Shell } from './Shell.js';
import { SignInPage } from './SignInPage.js';
import { SignUpPage } from './SignUpPage.js';

/** Who is not signed in sees the door, at whatever address; behind it is the page that was asked for. */
export function Root() {
  const { data: me } = useMe();
  const { pathname } = useLocation();
  remember(me);
  if (pathname === '/invitation') return <InvitationPage />;
  if (me === undefined) return <Loading />;
  if (me === null) return pathname === '/sign-up' ? <SignUpPage /> : <SignInPage />;
  return <Shell key={me.id} />;
}
