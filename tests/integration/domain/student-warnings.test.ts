import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#app/config/log.server.ts';
import { purgeStudentsOfYear } from '#app/domain/retention/purge-students.server.ts';
import { getDesignation } from '#app/domain/designations/get-designation.server.ts';
import { saveDraft } from '#app/domain/designations/save-draft.server.ts';
import {
  findStudentWarnings,
  findUnsavedWarnings,
} from '#app/domain/students/find-student-warnings.server.ts';
import { Forbidden, NotFound, Unauthorized } from '#app/lib/domain-errors.ts';
import { type Actor, ANONYMOUS } from '#app/policy/actor.ts';
import { DESIGNATION_STATUSES } from '#app/schemas/enums.ts';
import { DraftSaveSchema } from '#app/schemas/designation-editing.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { StudentEntity } from '#db/entities/student.ts';
import type { Orm } from '#db/orm.server.ts';
import { studentInput, studentInputs } from '#tests/factories/designation-factory.server.ts';
import { makeYear, type MadeYear } from '#tests/factories/school-factory.server.ts';
import { makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { type DesignationScene, refusalOf, snapshotOf } from '#tests/support/designation-scene.server.ts';
import { openCountingOrm } from '#tests/support/statements.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

const ANN = { first: 'Ann', last: 'Lee', dateOfBirth: '2009-05-17', email: 'ann@students.example.org' };
const APPROVED = 'This student was on your approved 2025 list.';

let orm: Orm;
let scene: DesignationScene;
let lastYear: MadeYear;
const database = useDesignationScene((given) => ({ orm, scene } = given), { per: 'each test' });
beforeEach(async () => {
  lastYear = await makeYear(orm, { year: 2025, status: 'INACTIVE' });
});

type Given = Parameters<DesignationScene['draft']>[0];

const lastYears = (given: Given = {}) =>
  scene.draft({ academicYearId: lastYear.id, status: 'APPROVED', students: [ANN], ...given });

/** The warnings about each student of a designation, in list order. */
async function warningsAbout({ id }: { id: string }, actor: Actor = scene.counselor) {
  const ctx = makeCtx({ orm, actor });
  const designation = await getDesignation(ctx, id);
  const warnings = await findStudentWarnings(ctx, designation, actor === scene.admin ? 'office' : 'school');
  return designation.students.map((student) => warnings[student.id] ?? []);
}

describe("the warning about last year's approved list", () => {
  it('is given to staff and administrators', async () => {
    await lastYears();
    const list = await scene.draft({ students: [{}, ANN] });
    expect(await warningsAbout(list)).toEqual([[], [APPROVED]]);
    expect(await warningsAbout(list, scene.admin)).toEqual([
      [],
      ["This student was on the school's approved 2025 list."],
    ]);
  });

  it.each(DESIGNATION_STATUSES.filter((status) => status !== 'APPROVED'))(
    "isn't given if last year's designation is %s",
    async (status) => {
      await lastYears({ status });
      expect(await warningsAbout(await scene.draft({ students: [ANN] }))).toEqual([[]]);
    },
  );

  it("isn't given for a list of two years ago", async () => {
    const earlier = await makeYear(orm, { year: 2024, status: 'INACTIVE' });
    await lastYears({ academicYearId: earlier.id });
    expect(await warningsAbout(await scene.draft({ students: [ANN] }))).toEqual([[]]);
  });

  it("isn't given for another school's list, not even to people on the staff of both", async () => {
    const highSchoolId = scene.otherSchool.id;
    await lastYears({ highSchoolId });
    const list = await scene.draft({ students: [ANN] });
    const { actor } = await makeCounselor(orm, [scene.school.id, highSchoolId]);
    expect(await warningsAbout(list)).toEqual([[]]);
    expect(await warningsAbout(list, actor)).toEqual([[]]);
    expect(await warningsAbout(list, scene.admin)).toEqual([[]]);
  });

  it("isn't given after the student was removed or the year's students were purged", async () => {
    const ben = { ...ANN, first: 'Ben', email: 'ben@students.example.org' };
    const { students } = await lastYears({ students: [ANN, ben] });
    const list = await scene.draft({ students: [ANN, ben] });
    expect(await warningsAbout(list)).toEqual([[APPROVED], [APPROVED]]);
    await orm.em.fork().nativeDelete(StudentEntity, { id: students[0]?.id ?? '' });
    expect(await warningsAbout(list)).toEqual([[], [APPROVED]]);
    expect(await purgeStudentsOfYear(makeCtx({ orm, actor: scene.admin }), lastYear.id)).toBe(1);
    expect(await warningsAbout(list)).toEqual([[], []]);
  });
});

describe("the warning about a staff member's email", () => {
  it("is given only for this school's own staff", async () => {
    const own = scene.counselor.email.toUpperCase();
    const list = await scene.draft({
      students: [{ email: own }, { email: scene.otherCounselor.email }, { email: scene.admin.email }],
    });
    expect(await warningsAbout(list)).toEqual([
      ['This is the email of a staff member at your school.'],
      [],
      [],
    ]);
    const { actor } = await makeCounselor(orm, [scene.school.id, scene.otherSchool.id]);
    expect((await warningsAbout(list, actor))[1]).toEqual([]);
  });

  it("isn't given after the person has left the staff", async () => {
    const { user } = await makeCounselor(orm, [scene.school.id]);
    const list = await scene.draft({ students: [{ email: user.email }] });
    expect((await warningsAbout(list))[0]).toHaveLength(1);
    await orm.em.fork().nativeDelete(HighSchoolStaffEntity, { user: user.id });
    expect(await warningsAbout(list)).toEqual([[]]);
  });
});

describe("the warnings about students who aren't saved", () => {
  const students = [studentInput(), studentInput(ANN)];
  const found = (id: string, actor: Actor = scene.counselor) =>
    findUnsavedWarnings(makeCtx({ orm, actor }), { id, students });

  it('are by index, also while the designation is pending, and store nothing', async () => {
    await lastYears();
    const { id } = await scene.draft({ status: 'PENDING', students: [{}] });
    const before = await snapshotOf(orm);
    expect(await found(id)).toEqual([[], [APPROVED]]);
    expect(await snapshotOf(orm)).toEqual(before);
  });

  it("are refused to everyone who isn't on the school's staff", async () => {
    await lastYears();
    const { id } = await scene.draft({ status: 'PENDING', students: [{}] });
    for (const actor of scene.strangers) expect(await refusalOf(found(id, actor))).toBeInstanceOf(NotFound);
    expect(await refusalOf(found(id, ANONYMOUS))).toBeInstanceOf(Unauthorized);
    expect(await refusalOf(found(id, scene.admin))).toBeInstanceOf(Forbidden);
    expect(await refusalOf(found(randomUUID()))).toBeInstanceOf(NotFound);
  });
});

describe('the warnings about students', () => {
  it("are refused to everyone who may not know the school's designation", async () => {
    await lastYears();
    const { id } = await scene.draft({ students: [ANN, { email: scene.counselor.email }] });
    const designation = await getDesignation(makeCtx({ orm, actor: scene.counselor }), id);
    for (const actor of [...scene.strangers, ANONYMOUS]) {
      const found = findStudentWarnings(makeCtx({ orm, actor }), designation, 'school');
      expect(await refusalOf(found)).toBeInstanceOf(actor === ANONYMOUS ? Unauthorized : NotFound);
    }
  });

  it("are empty if they can't be found, and the error is logged without the students", async () => {
    const { id } = await scene.draft({ students: [ANN] });
    const lines: string[] = [];
    const log = createLog('info', { write: (line: string) => void lines.push(line) });
    const ctx = { ...makeCtx({ orm, actor: scene.counselor }), log };
    const designation = await getDesignation(ctx, id);
    await ctx.em.execute('alter table student rename column email to mail');
    try {
      expect(await findStudentWarnings(ctx, designation, 'school')).toEqual({});
    } finally {
      await ctx.em.execute('alter table student rename column mail to email');
    }
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("the warnings about a designation's students couldn't be determined");
    expect(lines[0]).not.toContain(designation.students[0]?.email);
  });

  it('take the same two queries for any number of students', async () => {
    const inputs = studentInputs(200);
    await lastYears({ students: inputs.map((input) => ({ ...input, email: '' })) });
    const { id } = await scene.draft({ students: inputs, classSize: 2000 });
    const counting = await openCountingOrm(database.url);
    const ctx = makeCtx({ orm: counting.orm, actor: scene.counselor });
    const designation = await getDesignation(ctx, id);
    const one = { ...designation, students: designation.students.slice(0, 1) };
    const none = { ...designation, students: [] };
    expect(await counting.count(() => findStudentWarnings(ctx, designation, 'school'))).toBe(2);
    expect(await counting.count(() => findStudentWarnings(ctx, one, 'school'))).toBe(2);
    expect(await counting.count(() => findStudentWarnings(ctx, none, 'school'))).toBe(0);
    expect(Object.keys(await findStudentWarnings(ctx, designation, 'school'))).toHaveLength(200);
    await counting.orm.close(true);
  });

  it('are returned by a draft save, for what was just saved', async () => {
    await lastYears();
    const { id } = await scene.draft();
    const ctx = makeCtx({ orm, actor: scene.counselor, channel: 'BROWSER' });
    const inHaines = studentInput();
    const save = (version: number, students: unknown) =>
      saveDraft(ctx, {
        id,
        save: DraftSaveSchema.parse({
          ...{ tabId: randomUUID(), userId: scene.counselor.id, version, students },
          ...{ classSize: 20, criteria: null, criteriaComment: null },
        }),
      });
    const address = { ...inHaines.address, zip5: '99827' };
    const first = await save(1, [{ ...inHaines, address }, ANN]);
    const [one = '', two = ''] = first.studentIds;
    expect(first.warnings).toEqual({
      [one]: ['ZIP code 99827 is in Haines, AK. Check the city, state, or ZIP code.'],
      [two]: [APPROVED],
    });
    const second = await save(first.version, [{ ...inHaines, id: one }]);
    expect(second.warnings).toEqual({});
  });
});
