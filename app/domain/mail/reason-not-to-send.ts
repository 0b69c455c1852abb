import type { StaffPosition } from '#app/schemas/enums.ts';
import { type DeliveryResult, CAME_BACK, notSent } from './delivery-result.ts';
import type { ClaimedMail } from './outbox-queries.server.ts';

/** Whom the mails of a delivery are for, as they were chosen. */
export interface MailAudience {
  readonly target: string;
  /** None means every position. */
  readonly positions?: readonly StaffPosition[];
}

/**
 * Why a mail does not leave any more; null where it does. Between writing and leaving a mail may wait for weeks: its recipient may be
 * gone, or no longer one of those whom it is for.
 *
 * @param audience null for a mail on its own
 */
export function reasonNotToSend(mail: ClaimedMail, audience: MailAudience | null): DeliveryResult | null {
  const why = goneWords(mail, audience);
  if (why !== null) return notSent(why);
  return mail.isBounced ? { state: 'BOUNCED', response: CAME_BACK, code: null } : null;
}

function goneWords(
  { userNow, isInviteGone, isDeletedInvited, highSchoolIds }: ClaimedMail,
  audience: MailAudience | null,
): string | null {
  if (isInviteGone) return 'The invite is no longer open.';
  if (isDeletedInvited) return 'The account was deleted.';
  if (userNow === null) return null;
  const { isDeleted, isAdmin, positions, isAtActiveSchool } = userNow;
  if (isDeleted) return 'The account was deleted.';
  if (audience?.target === 'ADMINS' && !isAdmin) return 'No longer an administrator.';
  if (highSchoolIds.length === 0) return null;
  if (positions.length === 0) return 'No longer on the staff of the school.';
  if (audience !== null && !isAtActiveSchool) return 'The school is no longer active.';
  const wanted = audience?.positions ?? [];
  const isWanted = wanted.length === 0 || positions.some((position) => wanted.includes(position));
  return isWanted ? null : 'No longer in a position that this email is for.';
}
