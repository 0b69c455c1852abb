import { describe, expect, it } from 'vitest';
import { planDecisions } from '#app/domain/designations/plan-decisions.server.ts';
import { planDownload } from '#app/domain/exports/designation-selection.server.ts';
import { Forbidden } from '#app/lib/domain-errors.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { studentInput } from '#tests/factories/designation-factory.server.ts';
import { makeCounselor, makeStaff, makeUser } from '#tests/factories/user-factory.server.ts';
import { expectedVersions, useBulkScene } from '#tests/support/bulk-scene.server.ts';
import { refusalOf, snapshotOf } from '#tests/support/designation-scene.server.ts';

const UNKNOWN = { id: '00000000-0000-4000-8000-000000000000', version: 1 };

const scene = useBulkScene();
const { pending, ctxOf, decide } = scene;

describe('the plan of a bulk decision', () => {
  it("on all matches contains them in the list's order, and which are incomplete", async () => {
    const [cedar, aspen, birch] = [
      await pending('Cedar'),
      await pending('Aspen', { students: 0 }),
      await pending('Birch', { criteria: 'OTHER' }),
    ];
    await pending('Denali', { status: 'APPROVED' });
    const plan = await planDecisions(ctxOf(), {
      status: 'APPROVED',
      scope: { filter: { academicYearId: scene.year.id }, order: {} },
    });
    expect(plan.designations).toEqual([
      { id: aspen.id, version: 1, name: 'Aspen', year: 2026 },
      { id: birch.id, version: 1, name: 'Birch', year: 2026 },
      { id: cedar.id, version: 1, name: 'Cedar', year: 2026 },
    ]);
    expect(plan.incomplete).toEqual({
      count: 2,
      named: [
        { id: aspen.id, name: 'Aspen', year: 2026 },
        { id: birch.id, name: 'Birch', year: 2026 },
      ],
      ids: [aspen.id, birch.id],
    });
    expect(plan.skipped.map(({ reason, count }) => [reason, count])).toEqual([['APPROVED', 1]]);
    const none = {
      status: 'APPROVED' as const,
      scope: { filter: { status: ['STARTED' as const] }, order: {} },
    };
    expect(await planDecisions(ctxOf(), none)).toMatchObject({ designations: [], skipped: [] });
  });

  it("names the designations with a student who may be on another school's list", async () => {
    const twin = { ...studentInput(), first: 'Malia', last: 'Thomas', dateOfBirth: '2009-03-03' };
    const [aspen] = [
      await pending('Aspen', { students: [twin] }),
      await pending('Birch'),
      await pending('Cedar', { status: 'STARTED', students: [twin] }),
    ];
    const plan = await planDecisions(ctxOf(), {
      status: 'APPROVED',
      scope: { filter: { academicYearId: scene.year.id }, order: {} },
    });
    expect(plan.designations.map(({ name }) => name)).toEqual(['Aspen', 'Birch']);
    expect(plan.matched).toEqual({
      ...{ count: 1, ids: [aspen.id] },
      named: [{ id: aspen.id, name: 'Aspen', year: 2026 }],
    });
    expect(JSON.stringify(plan)).not.toContain('Malia');
  });

  it('counts people and schools once, without deleted users', async () => {
    const [aspen, birch] = [await pending('Aspen'), await pending('Birch')];
    const both = await makeUser(scene.orm);
    const deletedUser = await makeUser(scene.orm, { flags: ['DELETED'] });
    for (const { highSchoolId } of [aspen, birch])
      await makeStaff(scene.orm, { highSchoolId, userId: both.id });
    await makeStaff(scene.orm, { highSchoolId: aspen.highSchoolId, userId: deletedUser.id });
    const { emails: planned } = await planDecisions(ctxOf(), {
      status: 'APPROVED',
      scope: { expected: expectedVersions(aspen, birch) },
    });
    expect(planned).toEqual({ people: 3, schools: 2, bounced: 0, isOff: false });
  });

  it('contains at most 2,000, with the number of remaining ones', async () => {
    const { submittedById } = await pending('Aspen');
    await ctxOf().em.execute(
      `with made as (
         insert into academic_year (id, year, created_at, updated_at)
         select gen_random_uuid(), n, now(), now() from generate_series(1900, 2000) n returning id),
       schools as (
         insert into high_school (id, name, phone, address_id, address_address1, address_city, address_state, address_zip5, created_at, updated_at)
         select gen_random_uuid(), 'School ' || n, '(907) 555-0100', gen_random_uuid(), '1', 'Juneau', 'AK', '99801', now(), now()
           from generate_series(1, 20) n returning id)
       insert into designation (id, high_school_id, academic_year_id, status, submitted_by_id, created_at, updated_at)
       select gen_random_uuid(), schools.id, made.id, 'PENDING', ?, now(), now() from schools, made`,
      [submittedById],
    );
    const plan = await planDecisions(ctxOf(), {
      status: 'APPROVED',
      scope: { filter: { status: ['PENDING'] }, order: { sort: 'updatedAt', direction: 'asc' } },
    });
    expect([plan.designations.length, plan.waiting, plan.incomplete.count]).toEqual([2000, 2021, 1999]);
    expect(plan.incomplete.named).toHaveLength(20);
  });
});

describe('decisions on many designations', () => {
  it('are refused to staff, even for their own school', async () => {
    const made = await pending('Aspen');
    const { actor: own } = await makeCounselor(scene.orm, [made.highSchoolId]);
    const before = await snapshotOf(scene.orm);
    const { actor: elsewhere } = await makeCounselor(scene.orm, []);
    for (const actor of [own, elsewhere]) {
      const attempts = [
        decide('APPROVED', expectedVersions(made), { actor }),
        planDecisions(ctxOf({ actor }), { status: 'APPROVED', scope: { expected: expectedVersions(made) } }),
        planDecisions(ctxOf({ actor }), { status: 'APPROVED', scope: { filter: {}, order: {} } }),
        planDownload(ctxOf({ actor }), expectedVersions(made)),
      ];
      for (const attempt of attempts) expect(await refusalOf(attempt)).toBeInstanceOf(Forbidden);
    }
    expect(await snapshotOf(scene.orm)).toEqual(before);
  });

  it('reveal nothing about unknown IDs', async () => {
    const made = await pending('Aspen');
    expect(await decide('APPROVED', [...expectedVersions(made), UNKNOWN])).toEqual({
      status: 'APPROVED',
      decided: [expect.objectContaining({ id: made.id }) as unknown],
      skipped: [],
      rest: [],
    });
  });
});

describe('the download of chosen designations', () => {
  it('has the number of students, and whether to ask first', async () => {
    const [aspen, birch] = [await pending('Aspen'), await pending('Birch', { students: 2 })];
    const plan = await planDownload(ctxOf(), expectedVersions(aspen, birch));
    expect([plan.designations.length, plan.students, plan.isSomeDownloaded]).toEqual([2, 3, false]);
    await ctxOf().em.nativeUpdate(
      DesignationEntity,
      { id: birch.id },
      { downloadedAt: new Date(), version: 1 },
    );
    expect((await planDownload(ctxOf(), expectedVersions(aspen, birch))).isSomeDownloaded).toBe(true);
    expect((await planDownload(ctxOf(), expectedVersions(aspen))).isSomeDownloaded).toBe(false);
  });
});
