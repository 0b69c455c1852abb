import { ACCESS_REQUEST_DAYS, ACCESS_REQUEST_EMAILS_A_DAY, DAY_MINUTES } from '#app/config/constants.ts';
import { countOnce } from '#app/domain/auth/rate-limits.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { queueNotices, noticeTo } from '#app/domain/notices/queue-notices.server.ts';
import { findAdministrators, findStaffOf } from '#app/domain/notices/recipients.server.ts';
import type { UserActor } from '#app/policy/actor.ts';

interface Requested {
  readonly applicant: UserActor;
  /** Null if the typed name isn't that of exactly one active school. */
  readonly school: { readonly id: string; readonly name: string } | null;
  readonly nameKey: string;
}

/** An ID that no school has, so that a request without a school runs the same statements. */
const NO_SCHOOL = '00000000-0000-0000-0000-000000000000';

const UNMATCHED =
  "We couldn't match the name they entered to one active school, so only administrators can accept the request.";

/**
 * Emails the school's staff and all administrators, each person once, unless the automatic email is turned off or
 * enough of them were sent. The emails contain nothing that the applicant typed.
 */
export async function notifyDeciders(tx: Ctx, { applicant, school, nameKey }: Requested): Promise<void> {
  const isAdmitted = await countAndAllowEmails(tx, applicant, nameKey);
  const administrators = await findAdministrators(tx);
  const isAdministrator = new Set(administrators.map(({ id }) => id));
  const staff = await findStaffOf(tx, school?.id ?? NO_SCHOOL);
  const colleagues = staff.filter(({ id }) => !isAdministrator.has(id));
  const recipients = [...administrators, ...colleagues].filter(({ id }) => id !== applicant.id);
  const { appUrl } = tx.settings;
  const pageFor = (id: string) => {
    if (school === null) return `${appUrl}/invites`;
    return `${appUrl}/${isAdministrator.has(id) ? 'highschools' : 'manage'}/${school.id}`;
  };
  const values = {
    personEmail: applicant.email,
    school: school?.name ?? "a school that wasn't found",
    unmatched: school === null ? UNMATCHED : '',
  };
  await queueNotices(
    tx,
    'ACCESS_REQUESTED',
    (isAdmitted ? recipients : []).map((user) => ({
      ...noticeTo(user, { ...values, page: pageFor(user.id) }),
      // An email about a school is only for its staff, and isn't sent to anyone else.
      ...(school === null || isAdministrator.has(user.id) ? {} : { highSchoolId: school.id }),
    })),
  );
}

/** Counts a request in the caller's transaction. A user's later ones, and too many for one name, send no emails. */
async function countAndAllowEmails(tx: Ctx, { id }: UserActor, nameKey: string): Promise<boolean> {
  const own = await countOnce(tx, {
    name: 'access-request-emails-of-user',
    subject: `${id} ${nameKey}`,
    windowMinutes: ACCESS_REQUEST_DAYS * DAY_MINUTES,
  });
  const ofName = await countOnce(tx, {
    name: 'access-request-emails',
    subject: nameKey,
    windowMinutes: DAY_MINUTES,
  });
  return own.count === 1 && ofName.count <= ACCESS_REQUEST_EMAILS_A_DAY;
}
