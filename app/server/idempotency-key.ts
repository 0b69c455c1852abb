import { z } from 'zod';
import { Invalid } from '#app/lib/domain-errors.ts';

export const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** Identifies a request that must have its effect only once. */
export const IdempotencyKeySchema = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/, 'Must be 1 to 200 ASCII letters, digits, or symbols, with no spaces.');

/**
 * Returns the Idempotency-Key (decisions, section 2); null without one.
 * @throws {Invalid} for a malformed key
 */
export function idempotencyKeyOf({ headers }: Request): string | null {
  const sent = headers.get(IDEMPOTENCY_KEY);
  if (sent === null) return null;
  const key = IdempotencyKeySchema.safeParse(sent);
  if (key.success) return key.data;
  throw new Invalid(key.error.issues.map(({ message }) => ({ path: [IDEMPOTENCY_KEY], message })));
}
