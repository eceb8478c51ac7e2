/** The answers to a browser that signs in through the provider: redirects and cookies. */
import { fastifyCookie } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { writeSessionCookie } from '../../access/session.js';
import type { Config } from '../../config.js';
import { flowMs, type OidcProblem, type OidcResult, type OidcStart } from './oidc.service.js';

const cookieName = ({ nodeEnv }: Config): string => (nodeEnv === 'production' ? '__Host-oidc' : 'oidc');

/** Lax: the browser must send it when it comes back from the provider's site. */
const cookieOptions = ({ nodeEnv }: Config) => ({
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: nodeEnv === 'production',
  path: '/',
});

/** In the fragment, for the sign-in page. There is no other target: nobody can be redirected to another site. */
const problemPage = (problem: OidcProblem): string => `/#oidc=${problem}`;

export function answerStart(reply: FastifyReply, config: Config, start: OidcStart): FastifyReply {
  if ('problem' in start) return reply.redirect(problemPage(start.problem));
  reply.setCookie(cookieName(config), start.flow, { ...cookieOptions(config), maxAge: flowMs / 1_000 });
  return reply.redirect(start.url);
}

export function readFlowCookie({ headers: { cookie } }: FastifyRequest, config: Config): string | undefined {
  return cookie === undefined ? undefined : fastifyCookie.parse(cookie)[cookieName(config)];
}

export function answerResult(reply: FastifyReply, config: Config, result: OidcResult): FastifyReply {
  reply.clearCookie(cookieName(config), cookieOptions(config));
  if ('problem' in result) return reply.redirect(problemPage(result.problem));
  // The browser comes from the provider's site, and has proved by the cookie that it has started this sign-in.
  writeSessionCookie(reply, config, result.opened);
  return reply.redirect('/');
}
