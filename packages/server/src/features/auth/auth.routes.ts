import { clearSessionCookie, setSessionCookie } from '../../access/session.js';
import { clientKey } from '../../platform/http/address.js';
import type { App } from '../../platform/http/app.js';
import { Message, ok, okWith, reply } from '../../platform/http/shapes.js';
import { NewUser, SessionUser } from '../users/users.schema.js';
import { ExtendedSession, InvitationAcceptance, LogIn, SignUp, SignUpRoles, Token } from './auth.schema.js';
import * as auth from './auth.service.js';

export async function authRoutes(app: App): Promise<void> {
  addSignUpRoutes(app);
  addLogInRoutes(app);
  addSessionRoutes(app);
}

function addSignUpRoutes(app: App): void {
  app.get(
    '/auth/signup',
    {
      config: { access: 'auth.signupRoles' },
      schema: {
        tags: ['Authentication'],
        summary: 'Who may sign up here',
        description: 'As set by SIGNUP_ROLES. Without any, accounts are made by caregivers and admins alone.',
        response: { 200: ok(SignUpRoles) },
      },
    },
    async ({ ctx }) => reply({ roles: [...ctx.config.signupRoles] }),
  );

  app.post(
    '/auth/signup',
    {
      config: { access: 'auth.signup' },
      schema: {
        tags: ['Authentication'],
        summary: 'Create an account and open a session',
        description: 'A role that is closed for sign-up (GET /auth/signup) is refused with 403 SIGNUP_CLOSED.',
        body: SignUp,
        response: { 201: okWith(NewUser, Token) },
      },
    },
    async (request, response) => {
      const { ctx, body } = request;
      const { user, token, expiresAt } = await auth.signUp(ctx, body, clientKey(request.ip));
      setSessionCookie(request, response, ctx.config, token, expiresAt);
      return response.code(201).send({ ...reply(user), token });
    },
  );
}

function addLogInRoutes(app: App): void {
  app.post(
    '/auth/login',
    {
      config: { access: 'auth.login', namesPersonByEmail: true },
      schema: {
        tags: ['Authentication'],
        summary: 'Open a session',
        description:
          'If the account has an authenticator app, the answer to the right password without `code` is 401 SECOND_FACTOR_REQUIRED, and with a wrong one 401 WRONG_CODE.',
        body: LogIn,
        response: { 200: okWith(SessionUser, Token) },
      },
    },
    async (request, response) => {
      const { ctx, body } = request;
      const { user, token, expiresAt } = await auth.logIn(ctx, body, clientKey(request.ip));
      setSessionCookie(request, response, ctx.config, token, expiresAt);
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
    async (request, response) => {
      const { ctx, body } = request;
      const { user, token, expiresAt } = await auth.acceptInvitation(ctx, body, clientKey(request.ip));
      setSessionCookie(request, response, ctx.config, token, expiresAt);
      return { ...reply(user), token };
    },
  );
}

function addSessionRoutes(app: App): void {
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

  app.post(
    '/auth/refresh',
    {
      config: { access: 'auth.refresh' },
      schema: {
        tags: ['Authentication'],
        summary: 'Extend this session',
        description:
          'Gives a new token of the same session. The one before stays valid until it expires, so an answer that is lost does no harm. Nothing is extended beyond extendableUntil.',
        response: { 200: okWith(ExtendedSession, Token) },
      },
    },
    async (request, response) => {
      const { ctx } = request;
      const { session, token } = await auth.extendSession(ctx);
      setSessionCookie(request, response, ctx.config, token, session.expiresAt);
      return { ...reply(session), token };
    },
  );
}
