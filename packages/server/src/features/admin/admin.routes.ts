import type { App } from '../../platform/http/app.js';
import { replyPage, toSort } from '../../platform/http/pagination.js';
import { Deleted, IdParams, ok, okPage, reply } from '../../platform/http/shapes.js';
import { Account } from '../users/users.schema.js';
import { getUser, listUsers } from '../users/users.service.js';
import { CreatedAccount, NewAccount, RoleChange, Statistics, UserQuery, UserUpdate } from './admin.schema.js';
import { createAccount, deleteAccount, readStatistics, updateAccount } from './admin.service.js';

const tags = ['Admin'];

export async function adminRoutes(app: App): Promise<void> {
  addOverviewRoutes(app);
  addAccountRoutes(app);
}

function addOverviewRoutes(app: App): void {
  app.get(
    '/admin/stats',
    {
      config: { access: 'stats.read' },
      schema: { tags, summary: 'The system in numbers', response: { 200: ok(Statistics) } },
    },
    async ({ ctx }) => reply(await readStatistics(ctx)),
  );

  app.get(
    '/admin/users',
    {
      config: { access: 'user.list' },
      schema: { tags, summary: 'All accounts', querystring: UserQuery, response: { 200: okPage(Account) } },
    },
    async ({ ctx, query }) => replyPage(query, await listUsers(ctx, query, toSort(query), query)),
  );

  app.get(
    '/admin/users/:id',
    {
      config: { access: 'user.read' },
      schema: { tags, summary: 'One account', params: IdParams, response: { 200: ok(Account) } },
    },
    async ({ ctx, params }) => reply(await getUser(ctx, params.id)),
  );
}

function addAccountRoutes(app: App): void {
  app.post(
    '/admin/users',
    {
      config: { access: 'user.create' },
      schema: {
        tags,
        summary: 'Create an account of any role and invite the person',
        description: 'The invitation is mailed, and the answer contains it too.',
        body: NewAccount,
        response: { 201: ok(CreatedAccount) },
      },
    },
    async ({ ctx, body }, response) => response.code(201).send(reply(await createAccount(ctx, body))),
  );

  app.put(
    '/admin/users/:id',
    {
      config: { access: 'user.update' },
      schema: {
        tags,
        summary: 'Change an account',
        description: 'Partial: an absent key stays, null clears. The last active admin stays one (409).',
        params: IdParams,
        body: UserUpdate,
        response: { 200: ok(Account) },
      },
    },
    async ({ ctx, params, body }) => reply(await updateAccount(ctx, params.id, body)),
  );

  app.delete(
    '/admin/users/:id',
    {
      config: { access: 'user.delete' },
      schema: { tags, summary: 'Delete an account for ever', params: IdParams, response: { 200: ok(Deleted) } },
    },
    async ({ ctx, params }) => {
      await deleteAccount(ctx, params.id);
      return reply({ id: params.id, message: 'Account deleted' });
    },
  );

  app.post(
    '/admin/users/:id/role',
    {
      config: { access: 'user.role' },
      schema: {
        tags,
        summary: 'Give an account another role',
        params: IdParams,
        body: RoleChange,
        response: { 200: ok(Account) },
      },
    },
    async ({ ctx, params, body }) => reply(await updateAccount(ctx, params.id, body)),
  );
}
