import { beforeEach, describe, expect, it } from 'vitest';
import { listDesignations } from '#app/domain/designations/list-designations.server.ts';
import { purgeStudentsOfYear } from '#app/domain/retention/purge-students.server.ts';
import { checkDesignations } from '#app/domain/warnings/check-designations.server.ts';
import { Forbidden } from '#app/lib/domain-errors.ts';
import { type Actor, SYSTEM } from '#app/policy/actor.ts';
import type { DesignationWarning } from '#app/schemas/designation-warnings.ts';
import { DesignationCheckEntity } from '#db/entities/designation-check.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeDesignation, studentInput } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear, type MadeYear } from '#tests/factories/school-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { lockWaits } from '#tests/support/lock-waits.server.ts';
import { type DesignationScene, refusalOf } from '#tests/support/designation-scene.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

const ANN = { first: 'Ann', last: 'Zebrowski', dateOfBirth: '2009-05-17', email: 'ann@mine.example.org' };

let orm: Orm;
let year: MadeYear;
let scene: DesignationScene;
useDesignationScene((given) => ({ orm, year, scene } = given), { per: 'each test', poolMax: 6 });

type Given = Partial<Parameters<typeof makeDesignation>[1]>;

/** Makes a complete PENDING designation of a new school. */
const designate = async (given: Given = {}) =>
  makeDesignation(orm, {
    highSchoolId: (await makeSchool(orm)).id,
    academicYearId: year.id,
    submittedById: scene.counselor.id,
    status: 'PENDING',
    classSize: 20,
    criteria: 'CUMULATIVE_GPA',
    students: 2,
    ...given,
  });

const check = () => checkDesignations(makeCtx({ orm, actor: SYSTEM }));
const list = (query: Parameters<typeof listDesignations>[1] = {}, actor: Actor = scene.admin) =>
  listDesignations(makeCtx({ orm, actor }), query);
const warningsOf = async (id: string) => (await list()).items.find((item) => item.id === id)?.warnings;
const withWarning = async (kind: DesignationWarning) =>
  (await list({ warnings: [kind] })).items.map(({ id }) => id);

describe('warnings in the list', () => {
  it('are missing for a complete designation, which no filter by warnings finds', async () => {
    const { id } = await designate();
    await check();
    expect(await warningsOf(id)).toEqual([]);
  });

  it.each<[DesignationWarning, Given]>([
    ['AGE', { students: [{}, { dateOfBirth: '2001-01-01' }] }],
    ['INCOMPLETE', { students: [{}, { phone: '' }] }],
    ['INCOMPLETE', { students: 1 }],
    ['LISTED_TWICE', { students: [ANN, ANN] }],
    ['ZIP_CODE', { students: [{}, { address: { ...studentInput().address, zip5: '90210' } }] }],
  ])('include %s for %j, as a column and as a filter', async (kind, given) => {
    const { id } = await designate(given);
    const other = await designate();
    await check();
    expect(await warningsOf(id)).toEqual([kind]);
    expect(await withWarning(kind)).toEqual([id]);
    expect(await warningsOf(other.id)).toEqual([]);
  });

  it("don't call a draft incomplete", async () => {
    const { id } = await designate({ status: 'STARTED', students: 1, criteria: null });
    await check();
    expect(await warningsOf(id)).toEqual([]);
  });

  it("compare with the school's year before, and follow its changes", async () => {
    const last = await makeYear(orm, { year: year.year - 1, status: 'INACTIVE' });
    const earlier = await scene.draft({
      ...{ academicYearId: last.id, status: 'APPROVED', classSize: 40, students: [ANN] },
    });
    const mine = await scene.draft({
      ...{ status: 'PENDING', classSize: 20, criteria: 'CUMULATIVE_GPA', students: [{}, ANN] },
    });
    await check();
    expect(await warningsOf(mine.id)).toEqual(['APPROVED_BEFORE', 'CLASS_SIZE']);
    await scene.patch(earlier.id, { status: 'REJECTED' }, { actor: scene.admin });
    await check();
    expect(await warningsOf(mine.id)).toEqual(['CLASS_SIZE']);
  });

  it('are shown only to administrators, by column and by filter', async () => {
    const mine = await scene.draft({ status: 'PENDING', students: [ANN] });
    await designate({ students: [ANN, {}] });
    await check();
    const { items } = await list({}, scene.counselor);
    expect(items.map(({ id }) => id)).toEqual([mine.id]);
    expect(items[0]).not.toHaveProperty('warnings');
    for (const kind of ['ON_OTHER_LIST', 'AGE'] as const) {
      expect(await refusalOf(list({ warnings: [kind] }, scene.counselor))).toEqual(
        new Forbidden('Only administrators may filter designations by warnings.'),
      );
    }
  });

  it('are deleted by a purge, and not added when the designation is checked again', async () => {
    const last = await makeYear(orm, { year: year.year - 1, status: 'INACTIVE' });
    const one = await designate({ academicYearId: last.id, students: [ANN, { phone: '' }] });
    await designate({ academicYearId: last.id, students: [ANN, {}] });
    await check();
    expect(await warningsOf(one.id)).toEqual(['ON_OTHER_LIST', 'INCOMPLETE']);
    await purgeStudentsOfYear(makeCtx({ orm, actor: scene.admin }), last.id);
    expect(await warningsOf(one.id)).toEqual([]);
    await orm.em.fork().insert(DesignationCheckEntity, { designationId: one.id });
    await check();
    expect(await warningsOf(one.id)).toEqual([]);
  });

  it('are deleted by a purge during a check of the same designation', async () => {
    const last = await makeYear(orm, { year: year.year - 1, status: 'INACTIVE' });
    const one = await designate({ academicYearId: last.id, students: [ANN, ANN] });
    const purging = orm.em.fork();
    await purging.begin();
    await purgeStudentsOfYear({ ...makeCtx({ orm, actor: scene.admin }), em: purging }, last.id);
    const checking = check();
    await expect.poll(async () => Promise.race([checking, lockWaits(orm)])).toBeGreaterThan(0);
    await purging.commit();
    await checking;
    expect(await warningsOf(one.id)).toEqual([]);
  });
});

describe("a student on another school's list", () => {
  let mine: Awaited<ReturnType<typeof designate>>;
  let theirs: Awaited<ReturnType<typeof designate>>;
  beforeEach(async () => {
    mine = await scene.draft({
      ...{ status: 'PENDING', classSize: 20, criteria: 'CUMULATIVE_GPA', students: [{}, ANN] },
    });
    theirs = await designate({ students: [ANN, {}] });
    await check();
  });
  const both = () => Promise.all([warningsOf(mine.id), warningsOf(theirs.id)]);

  it('warns about both designations, until the other school removes the student', async () => {
    expect(await both()).toEqual([['ON_OTHER_LIST'], ['ON_OTHER_LIST']]);
    await scene.patch(theirs.id, { students: [studentInput(), studentInput()] }, { actor: scene.admin });
    await check();
    expect(await both()).toEqual([[], []]);
  });

  it('warns about neither while one is rejected, and about both when that is reversed', async () => {
    await scene.patch(theirs.id, { status: 'REJECTED' }, { actor: scene.admin });
    await check();
    expect(await both()).toEqual([[], []]);
    await scene.patch(theirs.id, { status: 'PENDING' }, { actor: scene.admin });
    await check();
    expect(await both()).toEqual([['ON_OTHER_LIST'], ['ON_OTHER_LIST']]);
  });

  it('is found when both schools save at once, while several processes check', async () => {
    const BEN = studentInput({ first: 'Ben', last: 'Quixote' });
    const [kept] = await Promise.all([
      scene.patch(mine.id, { students: [studentInput(), BEN] }),
      scene.patch(theirs.id, { students: [BEN, studentInput()] }, { actor: scene.admin }),
      check(),
      check(),
    ]);
    await check();
    expect(kept.students).toHaveLength(2);
    expect(await both()).toEqual([['ON_OTHER_LIST'], ['ON_OTHER_LIST']]);
  });
});
