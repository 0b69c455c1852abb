import { createHash, timingSafeEqual } from 'node:crypto';
import { NotFound, Unauthorized } from '#app/lib/domain-errors.ts';

/**
 * Lets nobody report returned mail who does not bear the setting's token (decisions, section 6). Throws NotFound where no token is
 * set, Unauthorized for another one; how long it takes does not tell how much of it was right.
 */
export function assertBearsToken(request: Request, token: string | null): void {
  if (token === null) throw new NotFound();
  const [, borne = ''] = /^Bearer +(\S+) *$/i.exec(request.headers.get('Authorization') ?? '') ?? [];
  if (!timingSafeEqual(digest(borne), digest(token))) throw new Unauthorized();
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
