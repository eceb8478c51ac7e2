/** A passkey in software, which can also lie: about its site, its counter, and whether it has checked the person. */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

export interface Says {
  readonly origin?: string;
  readonly rpId?: string;
  readonly counter?: number;
  readonly isVerified?: boolean;
  readonly userHandle?: string;
  readonly challenge?: string;
  readonly type?: string;
}

interface Options {
  readonly challenge: string;
}

/** The site in the tests: PUBLIC_URL of their configuration. */
export const site = { origin: 'http://localhost:3000', rpId: 'localhost' };

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();
const [present, verified, attested] = [0x01, 0x04, 0x40];

export function createAuthenticator(userHandle = '') {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let used = 0;

  function clientData(type: string, { challenge }: Options, says: Says): Buffer {
    const { origin = site.origin } = says;
    const data = { type: says.type ?? type, challenge: says.challenge ?? challenge, origin, crossOrigin: false };
    return Buffer.from(JSON.stringify(data));
  }

  function authenticatorData(flags: number, { rpId = site.rpId, counter = ++used, isVerified = true }: Says): Buffer {
    const head = Buffer.alloc(5);
    head[0] = flags | present | (isVerified ? verified : 0);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), head]);
  }

  /** RFC 8152: an ES256 key as a CBOR map. */
  function coseKey(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const [start, middle] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')];
    return Buffer.concat([start, Buffer.from(x, 'base64url'), middle, Buffer.from(y, 'base64url')]);
  }

  return {
    id,
    register(options: Options, says: Says = {}) {
      const length = Buffer.from([0, credentialId.length]);
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey()]);
      const authData = Buffer.concat([authenticatorData(attested, says), credential]);
      // { fmt: 'none', attStmt: {}, authData }
      const start = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex');
      const attestation = Buffer.concat([start, Buffer.from([authData.length]), authData]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', options, says).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    sign(options: Options, says: Says = {}) {
      const client = clientData('webauthn.get', options, says);
      const data = authenticatorData(0, says);
      const signer = createSign('sha256').update(Buffer.concat([data, sha256(client)]));
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signer.sign(privateKey).toString('base64url'),
          userHandle: Buffer.from(says.userHandle ?? userHandle).toString('base64url'),
        },
      };
    },
  };
}
