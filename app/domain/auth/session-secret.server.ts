import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** A new session secret for the cookie: 32 random bytes in base64url. */
export function newSessionSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** What the database keeps of a secret: whoever reads the table cannot sign in with it. */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
