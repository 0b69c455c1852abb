import type { Ctx } from '#app/domain/ctx.server.ts';
import { keyOf } from '#app/domain/high-schools/match-schools.ts';
import { ImportProblems } from './import-problems.ts';
import type { ListedUser, UserList } from './read-user-list.server.ts';
import { IMPORT_MESSAGES } from '#app/messages/import-messages.ts';
import type { StaffPosition } from '#app/schemas/enums.ts';
import { storedTexts } from '#app/schemas/field-tables.ts';
import { USER_TEXT_LIST, USER_TEXTS } from '#app/schemas/user-fields.ts';
import type { UserImportField } from '#app/schemas/user-import.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { type UserAccount, UserAccountEntity } from '#db/entities/user-account.ts';
import { UserInviteEntity } from '#db/entities/user-invite.ts';

interface Membership {
  readonly highSchoolId: string;
  readonly position: StaffPosition;
}

/** An account of a list with the schools of its positions. */
export interface ResolvedUser extends ListedUser {
  readonly schools: readonly Membership[];
}

export interface ResolvedUsers {
  readonly adding: readonly ResolvedUser[];
  /** How many accounts are already stored like this. */
  readonly unchanged: number;
  readonly problems: ImportProblems;
}

type Report = (row: number, field: UserImportField, message: string) => void;

const UNTRACKED = { disableIdentityMap: true } as const;

/** Finds the schools of a list, and compares it with the stored accounts. The caller has checked the permission. */
export async function resolveUsers({ em }: Pick<Ctx, 'em'>, list: UserList): Promise<ResolvedUsers> {
  const problems = new ImportProblems();
  const { headers } = list.table;
  const report: Report = (row, field, message) => problems.add(row, headers.get(field) ?? null, message);
  const schoolIds = await readSchoolIds({ em });
  const stored = await em.find(UserAccountEntity, {}, UNTRACKED);
  const byEmail = new Map(stored.map((user) => [user.email, user]));
  const usedIds = new Set(stored.map(({ id }) => id));
  const positions = await readPositions({ em });
  const invited = await readInvitedAddresses({ em });
  const adding: ResolvedUser[] = [];
  let unchanged = 0;
  for (const listed of list.users) {
    const user = { ...listed, schools: schoolsOf(listed, schoolIds, report) };
    const existing = byEmail.get(user.email);
    if (existing !== undefined) {
      const fields = differences(user, existing, positions.get(existing.id) ?? []);
      const named = fields.flatMap((field) => headers.get(field) ?? []);
      if (named.length === 0) unchanged += 1;
      else report(user.row, 'email', IMPORT_MESSAGES.userExistsDifferently(named));
      continue;
    }
    if (invited.has(user.email)) report(user.row, 'email', IMPORT_MESSAGES.userInvited);
    if (user.id !== null && usedIds.has(user.id)) report(user.row, 'id', IMPORT_MESSAGES.userIdUsed);
    if (user.id !== null) usedIds.add(user.id);
    adding.push(user);
  }
  return { adding, unchanged, problems };
}

/** Returns the IDs of the schools with each name. */
async function readSchoolIds({ em }: Pick<Ctx, 'em'>): Promise<ReadonlyMap<string, readonly string[]>> {
  const schools = await em.find(HighSchoolEntity, {}, { fields: ['id', 'name'], ...UNTRACKED });
  const ids = new Map<string, string[]>();
  for (const { id, name } of schools) ids.set(keyOf(name), [...(ids.get(keyOf(name)) ?? []), id]);
  return ids;
}

async function readPositions({ em }: Pick<Ctx, 'em'>): Promise<ReadonlyMap<string, readonly Membership[]>> {
  const staff = await em.find(HighSchoolStaffEntity, {}, UNTRACKED);
  const positions = new Map<string, Membership[]>();
  for (const { user, highSchool, position } of staff) {
    const membership = { highSchoolId: highSchool.id, position };
    positions.set(user.id, [...(positions.get(user.id) ?? []), membership]);
  }
  return positions;
}

async function readInvitedAddresses({ em }: Pick<Ctx, 'em'>): Promise<ReadonlySet<string>> {
  const invites = await em.find(UserInviteEntity, {}, { fields: ['email'], ...UNTRACKED });
  return new Set(invites.map(({ email }) => email));
}

function schoolsOf(
  { row, positions }: ListedUser,
  ids: ReadonlyMap<string, readonly string[]>,
  report: Report,
): Membership[] {
  const schools = positions.flatMap(({ school, position }, index) => {
    const [highSchoolId, another] = ids.get(keyOf(school)) ?? [];
    if (highSchoolId === undefined) {
      report(row, 'positions', IMPORT_MESSAGES.unknownSchoolOfPosition(index + 1));
    } else if (another !== undefined) {
      report(row, 'positions', IMPORT_MESSAGES.severalSchoolsOfPosition(index + 1));
    }
    return highSchoolId === undefined || another !== undefined ? [] : [{ highSchoolId, position }];
  });
  if (new Set(schools.map(({ highSchoolId }) => highSchoolId)).size < schools.length) {
    report(row, 'positions', IMPORT_MESSAGES.samePositionTwice);
  }
  return schools;
}

function differences(
  user: ResolvedUser,
  stored: UserAccount,
  positions: readonly Membership[],
): UserImportField[] {
  const own = storedTexts(USER_TEXTS, user);
  const texts = [...USER_TEXT_LIST.map(([name]) => name), 'phone' as const];
  const listOf = (schools: readonly Membership[]) =>
    schools
      .map(({ highSchoolId, position }) => `${highSchoolId} ${position}`)
      .sort()
      .join();
  return [
    ...texts.filter((field) => own[field] !== stored[field]),
    ...([...user.flags].sort().join() === [...stored.flags].sort().join() ? [] : (['flags'] as const)),
    ...(listOf(user.schools) === listOf(positions) ? [] : (['positions'] as const)),
  ];
}
