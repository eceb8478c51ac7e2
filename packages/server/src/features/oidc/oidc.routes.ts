import Type from 'typebox';
import { clientKey } from '../../platform/http/address.js';
import type { App } from '../../platform/http/app.js';
import { finishSignIn, startSignIn } from './oidc.service.js';
import { answerResult, answerStart, readFlowCookie } from './oidc-answers.js';

const tags = ['Authentication'];

export async function oidcRoutes(app: App): Promise<void> {
  app.get(
    '/auth/oidc/start',
    {
      config: { access: 'oidc.signIn' },
      schema: {
        tags,
        summary: 'Sign in with the OpenID Connect provider',
        description: 'For a browser: redirects to the provider. 404 without OIDC_ISSUER.',
        response: { 302: Type.Null({ description: 'To the provider.' }) },
      },
    },
    async ({ ctx }, response) => answerStart(response, ctx.config, await startSignIn(ctx)),
  );

  app.get(
    '/auth/oidc/callback',
    {
      config: { access: 'oidc.signIn' },
      schema: {
        tags,
        summary: 'Where the OpenID Connect provider sends the browser back to',
        description:
          'Sets the session cookie and redirects to the console, always to /. If the sign-in is refused, to /#oidc= with the reason.',
        response: { 302: Type.Null({ description: 'To the console.' }) },
      },
    },
    async (request, response) => {
      const { ctx, url, ip } = request;
      const callback = { search: url.slice(url.indexOf('?')), flow: readFlowCookie(request, ctx.config) };
      const result = await finishSignIn(ctx, { ...callback, client: clientKey(ip) });
      return answerResult(response, ctx.config, result);
    },
  );
}
