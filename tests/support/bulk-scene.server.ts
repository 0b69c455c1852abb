import { beforeEach } from 'vitest';
import { decideDesignations } from '#app/domain/designations/decide-designations.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import type { UserActor } from '#app/policy/actor.ts';
import type { BulkStatus, DecisionOutcome, ExpectedDesignation } from '#app/schemas/designation-bulk.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeDesignation, type MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear, type MadeYear } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { type CtxOptions, makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';

type Given = Partial<Parameters<typeof makeDesignation>[1]>;

/** An administrator, an active year, and designations awaiting a decision. Each test has a new database. */
export interface BulkScene {
  readonly databaseUrl: string;
  readonly orm: Orm;
  readonly admin: UserActor;
  readonly year: MadeYear;
  /** Makes a complete PENDING designation for a new school with one counselor, by default. */
  pending(name: string, given?: Given): Promise<MadeDesignation>;
  /** Returns a Ctx, with the administrator as its actor by default. */
  ctxOf(options?: Partial<CtxOptions>): Ctx;
  /** Decides as the administrator. Returns include a reason and a note. */
  decide(
    status: BulkStatus,
    designations: ExpectedDesignation[],
    options?: Partial<CtxOptions> & { notify?: boolean },
  ): Promise<DecisionOutcome>;
}

/** Returns the designations at version 1, as they were made. */
export function expectedVersions(...made: { id: string }[]): ExpectedDesignation[] {
  return made.map(({ id }) => ({ id, version: 1 }));
}

export function useBulkScene(): BulkScene {
  const database = useDatabase('each test');
  let made: Pick<BulkScene, 'orm' | 'admin' | 'year'> | undefined;
  const scene = () => {
    if (made === undefined) throw new Error('The scene is there only while tests run.');
    return made;
  };

  beforeEach(async () => {
    const orm = await database.openOrm({ poolMax: 20 });
    made = { orm, admin: actorOf(await makeAdmin(orm)), year: await makeYear(orm) };
  });

  const ctxOf = (options: Partial<CtxOptions> = {}) =>
    makeCtx({ orm: scene().orm, actor: scene().admin, ...options });
  return {
    get databaseUrl() {
      return database.url;
    },
    get orm() {
      return scene().orm;
    },
    get admin() {
      return scene().admin;
    },
    get year() {
      return scene().year;
    },
    pending: async (name, given = {}) => {
      const { orm, year } = scene();
      const school = await makeSchool(orm, { name });
      const { user } = await makeCounselor(orm, [school.id]);
      return makeDesignation(orm, {
        highSchoolId: school.id,
        academicYearId: year.id,
        submittedById: user.id,
        status: 'PENDING',
        classSize: 10,
        criteria: 'CUMULATIVE_GPA',
        students: 1,
        ...given,
      });
    },
    ctxOf,
    decide: (status, designations, { notify = true, ...options } = {}) =>
      decideDesignations(ctxOf(options), {
        status,
        designations,
        reasons: status === 'RETURNED' ? ['ADDRESS'] : [],
        note: status === 'RETURNED' ? 'Look at the addresses.' : null,
        notify,
      }),
  };
}
