import { createHash, createHmac, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** Returns a session secret for the cookie: 32 random bytes in base64url. */
export function newSessionSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** Returns the hash stored in the database, so that reading the table isn't enough to sign in. */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Returns an HMAC in 64 hex digits. `purpose` separates the hashes of different uses. */
export function keyedHash(secret: string, purpose: string, text: string): string {
  return createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('hex');
}
