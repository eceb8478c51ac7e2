import { clearSessionCookie, setSessionCookie } from '../../access/session.js';
import type { App } from '../../platform/http/app.js';
import { Message, ok, okWith, reply } from '../../platform/http/shapes.js';
import { NewUser, SessionUser } from '../users/users.schema.js';
import { InvitationAcceptance, LogIn, SignUp, Token } from './auth.schema.js';
import * as auth from './auth.service.js';

/** Spec section 4.1. */
export async function authRoutes(app: App): Promise<void> {
  app.post(
    '/auth/signup',
    {
      config: { access: 'auth.signup' },
      schema: {
        tags: ['Authentication'],
        summary: 'Create an account and open a session',
        body: SignUp,
        response: { 201: okWith(NewUser, Token) },
      },
    },
    async ({ ctx, body }, response) => {
      const { user, token, expiresAt } = await auth.signUp(ctx, body);
      setSessionCookie(response, ctx.config, token, expiresAt);
      return response.code(201).send({ ...reply(user), token });
    },
  );

  app.post(
    '/auth/login',
    {
      config: { access: 'auth.login' },
      schema: {
        tags: ['Authentication'],
        summary: 'Open a session',
        body: LogIn,
        response: { 200: okWith(SessionUser, Token) },
      },
    },
    async ({ ctx, body }, response) => {
      const { user, token, expiresAt } = await auth.logIn(ctx, body);
      setSessionCookie(response, ctx.config, token, expiresAt);
      return { ...reply(user), token };
    },
  );

  app.post(
    '/auth/invitations/accept',
    {
      config: { access: 'auth.accept' },
      schema: {
        tags: ['Authentication'],
        summary: 'Accept an invitation: set the first password and open a session',
        body: InvitationAcceptance,
        response: { 200: okWith(SessionUser, Token) },
      },
    },
    async ({ ctx, body }, response) => {
      const { user, token, expiresAt } = await auth.acceptInvitation(ctx, body);
      setSessionCookie(response, ctx.config, token, expiresAt);
      return { ...reply(user), token };
    },
  );

  app.post(
    '/auth/logout',
    {
      config: { access: 'auth.logout' },
      schema: { tags: ['Authentication'], summary: 'End this session', response: { 200: ok(Message) } },
    },
    async ({ ctx }, response) => {
      await auth.logOut(ctx);
      clearSessionCookie(response, ctx.config);
      return reply({ message: 'Logged out' });
    },
  );
}
