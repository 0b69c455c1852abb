import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getDesignationTarget } from '#app/domain/designations/create-designation.server.ts';
import { NotFound, Unauthorized } from '#app/lib/domain-errors.ts';
import { type Actor, ANONYMOUS } from '#app/policy/actor.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';

const database = useDatabase();
let orm: Orm;
beforeAll(async () => {
  orm = await openOrm(database.url);
});
afterAll(() => orm.close(true));

describe('the school and year to designate for', () => {
  async function scene() {
    const year = await makeYear(orm);
    const [mine, theirs] = [await makeSchool(orm), await makeSchool(orm)];
    const { user, actor } = await makeCounselor(orm, [mine.id]);
    return { year, mine, theirs, user, actor };
  }

  it("are visible only to the school's staff and administrators", async () => {
    const { year, mine, theirs, user, actor } = await scene();
    const academicYearId = year.id;
    const designation = await makeDesignation(orm, {
      highSchoolId: mine.id,
      academicYearId,
      submittedById: user.id,
    });
    const targetOf = (who: Actor, highSchoolId: string, yearId = academicYearId) =>
      getDesignationTarget(makeCtx({ orm, actor: who }), { highSchoolId, academicYearId: yearId });

    const reported = {
      highSchool: { id: mine.id, name: mine.name },
      academicYear: { id: academicYearId, year: 2026 },
      designation: {
        id: designation.id,
        version: 1,
        acceptedTermsAndConditions: true,
        hasAcceptedEarlierTerms: true,
      },
    };
    expect(await targetOf(actor, mine.id)).toEqual(reported);
    const admin = actorOf(await makeAdmin(orm));
    expect(await targetOf(admin, mine.id)).toEqual(reported);
    expect(await targetOf(admin, theirs.id)).toMatchObject({ designation: null });

    await expect(targetOf(actor, theirs.id)).rejects.toThrow(NotFound);
    await expect(targetOf(actor, randomUUID())).rejects.toThrow(NotFound);
    await expect(targetOf(actor, mine.id, randomUUID())).rejects.toThrow(NotFound);
    await expect(targetOf(admin, randomUUID())).rejects.toThrow(NotFound);
    await expect(targetOf(ANONYMOUS, mine.id)).rejects.toThrow(Unauthorized);
  });
});
