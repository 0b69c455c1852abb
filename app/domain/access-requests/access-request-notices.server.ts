import type { Ctx } from '#app/domain/ctx.server.ts';
import { queueNotices } from '#app/domain/notices/notice-text.server.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import type { UserActor } from '#app/policy/actor.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';

interface Requested {
  readonly applicant: UserActor;
  /** Null if the typed name isn't that of exactly one active school. */
  readonly school: { readonly id: string; readonly name: string } | null;
  readonly schoolName: string;
}

/** An ID that no school has, so that a request without a school runs the same statements. */
const NO_SCHOOL = '00000000-0000-0000-0000-000000000000';

const UNMATCHED = 'No single active school has this name, so only administrators can accept the request.';

/** Emails the school's staff and all administrators, each person once, unless the automatic email is turned off. */
export async function notifyDeciders(tx: Ctx, { applicant, school, schoolName }: Requested): Promise<void> {
  const administrators = await tx.em.find(
    UserAccountEntity,
    { flags: { $contains: ['ADMIN'] } },
    { orderBy: { email: 'asc' } },
  );
  const staff = await tx.em.find(
    HighSchoolStaffEntity,
    { highSchool: school?.id ?? NO_SCHOOL },
    { populate: ['user'], orderBy: { user: { email: 'asc' } } },
  );
  const isAdministrator = new Set(administrators.map(({ id }) => id));
  const colleagues = staff.map(({ user }) => user).filter(({ id }) => !isAdministrator.has(id));
  const recipients = [...administrators, ...colleagues].filter(
    ({ id, flags }) => id !== applicant.id && !flags.includes('DELETED'),
  );
  const { appUrl } = tx.settings;
  const pageFor = (id: string) => {
    if (school === null) return `${appUrl}/invites`;
    return `${appUrl}/${isAdministrator.has(id) ? 'highschools' : 'manage'}/${school.id}`;
  };
  await queueNotices(
    tx,
    'ACCESS_REQUESTED',
    recipients.map(({ id, email, firstName, lastName }) => ({
      ...{ to: email, userId: id },
      ...(school === null ? {} : { highSchoolId: school.id }),
      values: {
        ...{ firstName, lastName, person: fullName(applicant), personEmail: applicant.email },
        ...{ school: school?.name ?? schoolName, unmatched: school === null ? UNMATCHED : '' },
        page: pageFor(id),
      },
    })),
  );
}
