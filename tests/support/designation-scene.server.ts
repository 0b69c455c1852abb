import { patchDesignation } from '#app/domain/designations/patch-designation.server.ts';
import { Invalid, type Issue } from '#app/lib/domain-errors.ts';
import type { Actor, UserActor } from '#app/policy/actor.ts';
import { type DesignationResponse, DesignationPatchSchema } from '#app/schemas/designation.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import { EventEntity } from '#db/entities/event.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { StudentEntity } from '#db/entities/student.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeDesignation, type MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, type MadeSchool, type MadeYear } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { snapshotOfRows, storedRows } from '#tests/support/stored-rows.server.ts';

type NewDesignation = Partial<Parameters<typeof makeDesignation>[1]>;

/** A school and its counselor, another school whose designation must not leak, and users of every kind. */
export interface DesignationScene {
  readonly school: MadeSchool;
  readonly counselor: UserActor;
  readonly admin: UserActor;
  readonly otherSchool: MadeSchool;
  readonly otherCounselor: UserActor;
  readonly otherDesignation: MadeDesignation;
  /** Users without access to the school: staff of another school, former staff, and a user without a school. */
  readonly strangers: readonly UserActor[];
  /** Makes a designation of the school, STARTED and empty by default. */
  draft(given?: NewDesignation): Promise<MadeDesignation>;
  /** Patches a designation as a REST body would, as the counselor by default. */
  patch(id: string, body: Record<string, unknown>, by?: PatchBy): Promise<DesignationResponse>;
}

interface PatchBy {
  readonly actor?: Actor;
  readonly ifMatch?: number | null;
  readonly now?: () => Date;
}

/** Makes a scene with new schools and users, so that the tests of a file can share one database and active year. */
export async function designationScene(orm: Orm, year: MadeYear): Promise<DesignationScene> {
  const school = await makeSchool(orm);
  const otherSchool = await makeSchool(orm);
  const { actor: counselor } = await makeCounselor(orm, [school.id]);
  const { actor: otherCounselor } = await makeCounselor(orm, [otherSchool.id]);
  const { actor: schoolless } = await makeCounselor(orm, []);
  const { actor: former } = await makeCounselor(orm, []);
  const target = { academicYearId: year.id, submittedById: counselor.id };
  const otherDesignation = await makeDesignation(orm, {
    ...target,
    highSchoolId: otherSchool.id,
    status: 'PENDING',
    classSize: 20,
    criteria: 'CUMULATIVE_GPA',
    students: 2,
  });
  return {
    school,
    counselor,
    admin: actorOf(await makeAdmin(orm)),
    otherSchool,
    otherCounselor,
    otherDesignation,
    strangers: [otherCounselor, former, schoolless],
    draft: (given) => makeDesignation(orm, { ...target, highSchoolId: school.id, ...given }),
    patch: (id, body, { actor = counselor, ifMatch = null, now } = {}) =>
      patchDesignation(makeCtx({ orm, actor, ...(now === undefined ? {} : { now }) }), {
        id,
        patch: DesignationPatchSchema.parse(body),
        ifMatch,
      }),
  };
}

/** Returns the error of an attempt that must fail. */
export async function refusalOf(attempt: Promise<unknown>): Promise<unknown> {
  return attempt.then(
    () => {
      throw new Error('This should have been refused.');
    },
    (error: unknown) => error,
  );
}

/** Returns the validation issues of an attempt. */
export async function issuesOf(attempt: Promise<unknown>): Promise<readonly Issue[]> {
  const error = await refusalOf(attempt);
  if (!(error instanceof Invalid)) throw error;
  return error.issues;
}

/** Returns the outbox emails that link to a designation, sorted by address. */
export function emailsAbout(orm: Orm, id: string) {
  return storedRows(orm, OutboxMailEntity, ['kind', 'toAddress', 'subject', 'textBody'], {
    where: { textBody: { $like: `%${id}%` } },
    orderBy: { toAddress: 'asc' },
  });
}

/** Returns every row that a rejected change could have touched. */
export function snapshotOf(orm: Orm): Promise<unknown[]> {
  return snapshotOfRows(orm, [
    DesignationEntity,
    StudentEntity,
    EventEntity,
    DisclosureEntity,
    OutboxMailEntity,
  ]);
}
