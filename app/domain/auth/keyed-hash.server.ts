import { createHmac } from 'node:crypto';

/** A hash that only this installation can compute; `purpose` keeps the hashes of different uses apart. 64 hex digits. */
export function keyedHash(secret: string, purpose: string, text: string): string {
  return createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('hex');
}
