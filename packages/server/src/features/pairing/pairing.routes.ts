import { clientKey } from '../../platform/http/address.js';
import type { App } from '../../platform/http/app.js';
import { ok, reply } from '../../platform/http/shapes.js';
import { Device } from '../devices/devices.schema.js';
import {
  ClaimRequest,
  CodeRequest,
  PairingCode,
  PairingRequest,
  PairingState,
  PollRequest,
  RedeemedPairing,
  RedeemRequest,
  StartedPairing,
} from './pairing.schema.js';
import * as pairing from './pairing.service.js';

const tags = ['Pairing'];
const guessing = 'After five wrong codes from one address or account this is closed for ten minutes (429).';

/** How a device gets its credential: docs/devices.md. */
export async function pairingRoutes(app: App): Promise<void> {
  addDeviceShowsRoutes(app);
  addPersonShowsRoutes(app);
}

function addDeviceShowsRoutes(app: App): void {
  app.post(
    '/device/pairings',
    {
      config: { access: 'pairing.start' },
      schema: {
        tags,
        summary: 'Start pairing: get a code to show',
        description: 'By the device. The code is valid for ten minutes.',
        body: PairingRequest,
        response: { 201: ok(StartedPairing) },
      },
    },
    async ({ ctx, body }, response) => response.code(201).send(reply(await pairing.startPairing(ctx, body))),
  );

  app.post(
    '/device/pairings/poll',
    {
      config: { access: 'pairing.poll' },
      schema: {
        tags,
        summary: 'Has somebody claimed me?',
        description: 'By the device, every pollSeconds. The credential is given once; then the answer is 404.',
        body: PollRequest,
        response: { 200: ok(PairingState) },
      },
    },
    async ({ ctx, body }) => reply(await pairing.pollPairing(ctx, body.deviceCode)),
  );

  app.post(
    '/device/pairings/claim',
    {
      config: { access: 'pairing.claim' },
      schema: {
        tags,
        summary: 'Claim the device that shows this code',
        description:
          'A patient claims it for themselves; an assigned caregiver or an admin names the patient. A device of somebody ' +
          `else is taken over only by a caller who may manage it, otherwise 409. ${guessing}`,
        body: ClaimRequest,
        response: { 200: ok(Device) },
      },
    },
    async ({ ctx, body, ip }) => reply(await pairing.claimPairing(ctx, body, clientKey(ip))),
  );
}

function addPersonShowsRoutes(app: App): void {
  app.post(
    '/device/pairing-codes',
    {
      config: { access: 'pairing.createCode' },
      schema: {
        tags,
        summary: 'Make a code that a device redeems',
        description: 'For a QR code on a screen; with validDays for a printed card. It works once.',
        body: CodeRequest,
        response: { 201: ok(PairingCode) },
      },
    },
    async ({ ctx, body }, response) => response.code(201).send(reply(await pairing.createCode(ctx, body))),
  );

  app.post(
    '/device/pairings/redeem',
    {
      config: { access: 'pairing.redeem' },
      schema: {
        tags,
        summary: 'Redeem a person’s code',
        description: `By the device. ${guessing}`,
        body: RedeemRequest,
        response: { 201: ok(RedeemedPairing) },
      },
    },
    async ({ ctx, body, ip }, response) =>
      response.code(201).send(reply(await pairing.redeemCode(ctx, body, clientKey(ip)))),
  );
}
