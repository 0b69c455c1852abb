import { randomUUID } from 'node:crypto';
import type { UserActor } from '#app/policy/actor.ts';
import type { StaffPosition, UserFlag } from '#app/schemas/enums.ts';
import { HighSchoolStaffInviteEntity } from '#db/entities/high-school-staff-invite.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { UserInviteEntity } from '#db/entities/user-invite.ts';
import type { Orm } from '#db/orm.server.ts';
import { MADE_AT, nextNumber } from '#tests/factories/row-defaults.ts';

export interface MadeUser {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly flags: UserFlag[];
}

/** Inserts an account, with a unique email by default. */
export async function makeUser(orm: Orm, overrides: Partial<MadeUser> = {}): Promise<MadeUser> {
  const number = nextNumber();
  const user: MadeUser = {
    id: randomUUID(),
    firstName: 'Pat',
    lastName: `Person ${number}`,
    email: `person${number}@school.example.org`,
    phone: '(907) 555-0100',
    flags: [],
    ...overrides,
  };
  await orm.em.fork().insert(UserAccountEntity, { ...user, createdAt: MADE_AT, updatedAt: MADE_AT });
  return user;
}

export function makeAdmin(orm: Orm, overrides: Partial<MadeUser> = {}): Promise<MadeUser> {
  return makeUser(orm, { firstName: 'Ada', flags: ['ADMIN'], ...overrides });
}

/** Adds a user to a school's staff. Returns the staff row's ID. */
export async function makeStaff(
  orm: Orm,
  staff: { highSchoolId: string; userId: string; position?: StaffPosition },
): Promise<string> {
  const id = randomUUID();
  await orm.em.fork().insert(HighSchoolStaffEntity, {
    id,
    highSchool: staff.highSchoolId,
    user: staff.userId,
    position: staff.position ?? 'COUNSELOR',
    createdAt: MADE_AT,
    updatedAt: MADE_AT,
  });
  return id;
}

/** Inserts an account that is staff of these schools. Returns it with its actor. */
export async function makeCounselor(
  orm: Orm,
  highSchoolIds: readonly string[],
  overrides: Partial<MadeUser> = {},
): Promise<{ user: MadeUser; actor: UserActor }> {
  const user = await makeUser(orm, overrides);
  for (const highSchoolId of highSchoolIds) await makeStaff(orm, { highSchoolId, userId: user.id });
  return { user, actor: actorOf(user, highSchoolIds) };
}

/** Returns the actor of a signed-in user who is staff of these schools. */
export function actorOf(user: MadeUser, highSchoolIds: readonly string[] = []): UserActor {
  return {
    kind: 'user',
    id: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    flags: user.flags,
    highSchoolIds,
    sessionId: null,
  };
}

export interface MadeInvite {
  readonly id: string;
  readonly email: string;
  readonly flags: UserFlag[];
  /** IDs in the order of the given schools. */
  readonly staffInviteIds: readonly string[];
}

const NEVER = new Date('2999-12-31T00:00:00.000Z');

/** Inserts an open invite with its school positions. */
export async function makeInvite(
  orm: Orm,
  invite: {
    email?: string;
    flags?: UserFlag[];
    /** Also of its positions, unless they say otherwise. By default it doesn't expire while tests run. */
    expiresAt?: Date;
    schools?: readonly { highSchoolId: string; position?: StaffPosition; expiresAt?: Date }[];
  } = {},
): Promise<MadeInvite> {
  const em = orm.em.fork();
  const id = randomUUID();
  const email = invite.email ?? `invited${nextNumber()}@school.example.org`;
  const flags = invite.flags ?? [];
  const timestamps = { expiresAt: invite.expiresAt ?? NEVER, createdAt: MADE_AT, updatedAt: MADE_AT };
  await em.insert(UserInviteEntity, { id, email, flags, ...timestamps });
  const staffInviteIds: string[] = [];
  for (const { highSchoolId, position, expiresAt } of invite.schools ?? []) {
    const staffInviteId = randomUUID();
    await em.insert(HighSchoolStaffInviteEntity, {
      id: staffInviteId,
      highSchool: highSchoolId,
      userInvite: id,
      position: position ?? 'STAFF',
      ...timestamps,
      ...(expiresAt === undefined ? {} : { expiresAt }),
    });
    staffInviteIds.push(staffInviteId);
  }
  return { id, email, flags, staffInviteIds };
}
