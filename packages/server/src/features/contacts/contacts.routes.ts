import Type from 'typebox';
import { actorId } from '../../platform/context.js';
import type { App } from '../../platform/http/app.js';
import { Deleted, IdParams, ok, okWith, reply } from '../../platform/http/shapes.js';
import {
  availableKinds,
  Code,
  ContactPoint,
  ContactPointChanges,
  ContactTest,
  FailingContact,
  NewContactPoint,
  SentCode,
} from './contacts.schema.js';
import * as contacts from './contacts.service.js';

const tags = ['Contact points'];

/** How a person is reached when an alert comes: docs/notifications.md. */
export async function contactRoutes(app: App): Promise<void> {
  addOwnRoutes(app);
  addChangeRoutes(app);
  addVerificationRoutes(app);
  addAdminRoutes(app);
}

function addOwnRoutes(app: App): void {
  app.get(
    '/contact-points',
    {
      config: { access: 'contact.listOwn' },
      schema: {
        tags,
        summary: 'My contact points, and the kinds that this installation can use',
        response: { 200: okWith(Type.Array(ContactPoint), availableKinds) },
      },
    },
    async ({ ctx }) => ({ ...reply(await contacts.listOwnContacts(ctx)), kinds: contacts.listKinds(ctx) }),
  );

  app.post(
    '/contact-points',
    {
      config: { access: 'contact.create' },
      schema: {
        tags,
        summary: 'Add a contact point',
        description: 'It is used once it is verified: request a code, then send it back.',
        body: NewContactPoint,
        response: { 201: ok(ContactPoint) },
      },
    },
    async ({ ctx, body }, response) =>
      response.code(201).send(reply(await contacts.addContact(ctx, actorId(ctx), body))),
  );
}

function addChangeRoutes(app: App): void {
  app.put(
    '/contact-points/:id',
    {
      config: { access: 'contact.manage' },
      schema: {
        tags,
        summary: 'Change when a contact point is used',
        params: IdParams,
        body: ContactPointChanges,
        response: { 200: ok(ContactPoint) },
      },
    },
    async ({ ctx, params, body }) => reply(await contacts.changeContact(ctx, params.id, body)),
  );

  app.delete(
    '/contact-points/:id',
    {
      config: { access: 'contact.manage' },
      schema: { tags, summary: 'Delete a contact point', params: IdParams, response: { 200: ok(Deleted) } },
    },
    async ({ ctx, params }) => reply(await contacts.deleteContact(ctx, params.id)),
  );
}

function addVerificationRoutes(app: App): void {
  app.post(
    '/contact-points/:id/code',
    {
      config: { access: 'contact.manage' },
      schema: {
        tags,
        summary: 'Send a code to a contact point',
        description: 'Six digits, valid for 10 minutes and 5 tries. At most one every 30 seconds.',
        params: IdParams,
        response: { 200: ok(SentCode) },
      },
    },
    async ({ ctx, params }) => reply(await contacts.sendCode(ctx, params.id)),
  );

  app.post(
    '/contact-points/:id/verify',
    {
      config: { access: 'contact.verify' },
      schema: {
        tags,
        summary: 'Verify a contact point with its code',
        params: IdParams,
        body: Code,
        response: { 200: ok(ContactPoint) },
      },
    },
    async ({ ctx, params, body }) => reply(await contacts.verifyContact(ctx, params.id, body.code)),
  );

  app.post(
    '/contact-points/:id/test',
    {
      config: { access: 'contact.manage' },
      schema: { tags, summary: 'Send a test message now', params: IdParams, response: { 200: ok(ContactTest) } },
    },
    async ({ ctx, params }) => reply(await contacts.testContact(ctx, params.id)),
  );
}

function addAdminRoutes(app: App): void {
  app.get(
    '/admin/users/:id/contact-points',
    {
      config: { access: 'contact.ofUser' },
      schema: {
        tags,
        summary: 'The contact points of a person',
        params: IdParams,
        response: { 200: okWith(Type.Array(ContactPoint), availableKinds) },
      },
    },
    async ({ ctx, params }) => ({
      ...reply(await contacts.listContactsOfUser(ctx, params.id)),
      kinds: contacts.listKinds(ctx),
    }),
  );

  app.post(
    '/admin/users/:id/contact-points',
    {
      config: { access: 'contact.ofUser' },
      schema: {
        tags,
        summary: 'Add a contact point for a person',
        description: 'The person verifies it.',
        params: IdParams,
        body: NewContactPoint,
        response: { 201: ok(ContactPoint) },
      },
    },
    async ({ ctx, params, body }, response) =>
      response.code(201).send(reply(await contacts.addContact(ctx, params.id, body))),
  );

  app.get(
    '/admin/contact-points/failing',
    {
      config: { access: 'contact.listFailing' },
      schema: {
        tags,
        summary: 'Contact points that cannot be reached, the longest failing first',
        response: { 200: ok(Type.Array(FailingContact)) },
      },
    },
    async ({ ctx }) => reply(await contacts.listFailingContacts(ctx)),
  );
}
