import type { Ctx } from '#app/domain/ctx.server.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { type UserAccount, UserAccountEntity } from '#db/entities/user-account.ts';

/** Returns the administrators whose accounts weren't deleted, by address. */
export async function findAdministrators({ em }: Pick<Ctx, 'em'>): Promise<UserAccount[]> {
  const orderBy = { email: 'asc' } as const;
  return withoutDeleted(await em.find(UserAccountEntity, { flags: { $contains: ['ADMIN'] } }, { orderBy }));
}

/** Returns a school's staff whose accounts weren't deleted, by address. */
export async function findStaffOf({ em }: Pick<Ctx, 'em'>, highSchoolId: string): Promise<UserAccount[]> {
  const staff = await em.find(
    HighSchoolStaffEntity,
    { highSchool: highSchoolId },
    { populate: ['user'], orderBy: { user: { email: 'asc' } } },
  );
  return withoutDeleted(staff.map(({ user }) => user));
}

function withoutDeleted(users: readonly UserAccount[]): UserAccount[] {
  return users.filter(({ flags }) => !flags.includes('DELETED'));
}
