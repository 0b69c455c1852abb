import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { NewPasskeyResponse, PasskeyAssertion } from '#app/schemas/passkey.ts';

export interface Signing {
  readonly challenge: string;
  readonly origin?: string;
  readonly rpId?: string;
  /** How often the passkey was used; 0 if it doesn't count. */
  readonly counter?: number;
  /** Whether the person confirmed with a fingerprint or screen lock. */
  readonly isVerified?: boolean;
}

/** A passkey whose private key the test has. */
export interface SoftwarePasskey {
  /** What a browser returns for a new passkey. */
  created(signing: Signing): NewPasskeyResponse;
  /** What a browser returns when the passkey signs a challenge. */
  signed(signing: Signing): PasskeyAssertion;
}

const ATTESTED = 0x40;
const VERIFIED = 0x04;
const PRESENT = 0x01;

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

/** Creates a passkey as an authenticator does: ES256, without attestation, for the site at APP_URL's default. */
export function createSoftwarePasskey(): SoftwarePasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const rawId = randomBytes(16);
  const id = rawId.toString('base64url');
  const credential = { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
  return {
    created: (signing) => {
      const attested = [Buffer.alloc(16), Buffer.from([0, rawId.length]), rawId, coseKey(publicKey)];
      const authData = Buffer.concat([authenticatorData(signing, ATTESTED), ...attested]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', Uint8Array.from(authData)],
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', signing).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    signed: (signing) => {
      const client = clientData('webauthn.get', signing);
      const authData = authenticatorData(signing, 0);
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey).toString(
            'base64url',
          ),
        },
      };
    },
  };
}

function clientData(type: string, { challenge, origin = 'http://localhost:3000' }: Signing): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authenticatorData(
  { rpId = 'localhost', counter = 0, isVerified = true }: Signing,
  flags: number,
): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([flags | PRESENT | (isVerified ? VERIFIED : 0)]), count]);
}

/** The public key in COSE's format for ES256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const parts = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
    [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
  ]);
  return Buffer.from(isoCBOR.encode(parts as never));
}
