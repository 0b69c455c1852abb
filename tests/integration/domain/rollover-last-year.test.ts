import { afterAll, beforeAll, expect, it } from 'vitest';
import { rollOverYear } from '#app/domain/academic-years/roll-over-year.server.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeYear } from '#tests/factories/school-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';

const database = useDatabase();
let orm: Orm;
beforeAll(async () => {
  orm = await openOrm(database.url);
});
afterAll(() => orm.close(true));

it('a rollover skips dates after 2999, and reports if none is left', async () => {
  const { id } = await makeYear(orm, {
    year: 2998,
    opensAt: new Date('2998-09-01T08:00:00.000Z'),
    correctionsDueAt: new Date('2999-03-20T08:00:00.000Z'),
  });
  const ctx = makeCtx({ orm });
  expect(await rollOverYear(ctx, { year: 2999, isDryRun: true })).toMatchObject({
    dates: 'COPIED',
    active: { opensAt: '2999-09-01T08:00:00.000Z', correctionsDueAt: null },
  });
  await ctx.em.nativeUpdate(AcademicYearEntity, { id }, { opensAt: null, earlyDueAt: null, dueAt: null });
  expect(await rollOverYear(ctx, { year: 2999 })).toMatchObject({
    dates: 'NONE',
    active: { year: 2999, opensAt: null, correctionsDueAt: null },
  });
});
