import { describe, expect, it } from 'vitest';
import { getDesignation } from '#app/domain/designations/get-designation.server.ts';
import { Forbidden, VersionConflict } from '#app/lib/domain-errors.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { StudentEntity } from '#db/entities/student.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeStudent, studentInput, studentInputs } from '#tests/factories/designation-factory.server.ts';
import type { MadeYear } from '#tests/factories/school-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import {
  type DesignationScene,
  designationScene,
  issuesOf,
  refusalOf,
  snapshotOf,
} from '#tests/support/designation-scene.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

let orm: Orm;
let year: MadeYear;
let scene: DesignationScene;
useDesignationScene((given) => ({ orm, year, scene } = given));

const byAdmin = () => ({ actor: scene.admin });
const full = { classSize: 20, criteria: 'CUMULATIVE_GPA' as const, students: 2 };
const ids = ({ students }: DesignationResponse) => students.map((student) => student.id);

describe('replacing the list of students', () => {
  it('keeps the IDs that are sent, removes the others, and adds new students, in the order sent', async () => {
    const { id, students } = await scene.draft({ students: 3 });
    const [first, second, third] = students;
    const added = studentInput();
    const response = await scene.patch(id, {
      students: [{ ...third, first: 'Renamed' }, added, { ...first, id: first?.id.toUpperCase() }],
    });
    expect(ids(response)).toEqual([third?.id, response.students[1]?.id, first?.id]);
    expect(response.students.map((student) => student.first)).toEqual(['Renamed', added.first, first?.first]);
    expect(ids(response)).not.toContain(second?.id);
    expect(await getDesignation(makeCtx({ orm, actor: scene.counselor }), id)).toEqual(response);
  });

  it("keeps unchanged rows, and an address's verification until it changes", async () => {
    const { id } = await scene.draft({ students: 2 });
    const em = orm.em.fork();
    for (const student of await em.find(StudentEntity, { designation: id })) student.address.status = 'VALID';
    await em.flush();
    const before = await getDesignation(makeCtx({ orm, actor: scene.counselor }), id);
    const [first, second] = before.students;
    const response = await scene.patch(id, {
      students: [first, { ...second, address: { ...second?.address, city: 'Sitka' } }],
    });
    expect(response.students[0]).toEqual(first);
    expect(response.students[1]).toEqual({
      ...second,
      address: { ...second?.address, city: 'Sitka', status: 'UNVERIFIED' },
      updatedAt: '2026-11-21T21:00:00.000Z',
    });
  });

  it('stores any text unchanged', async () => {
    const { id } = await scene.draft();
    const hostile = `O'Brien \\? ?? $1 \\\\ "quoted" 'x'; drop table student; -- ☃ é {a,b} {{firstName}}`;
    const response = await scene.patch(id, {
      criteriaComment: `${hostile}\nsecond line`,
      students: [{ ...studentInput(), first: hostile.slice(0, 90), address: { address1: hostile } }],
    });
    expect(response.students[0]?.first).toBe(hostile.slice(0, 90).trim());
    expect(await getDesignation(makeCtx({ orm, actor: scene.counselor }), id)).toEqual(response);
  });

  it('rejects IDs of other lists, unknown IDs, and duplicates, and changes nothing', async () => {
    const { id, students } = await scene.draft({ students: 1 });
    const elsewhere = scene.otherDesignation.students[0];
    const before = await snapshotOf(orm);
    const notHere = "This student isn't on this list. To add a student, omit the ID.";
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect(
      await issuesOf(
        scene.patch(id, {
          students: [
            students[0],
            { ...studentInput(), id: elsewhere?.id },
            { ...studentInput(), id: unknown },
            students[0],
          ],
        }),
      ),
    ).toEqual([
      { path: ['students', 1, 'id'], message: notHere },
      { path: ['students', 2, 'id'], message: notHere },
      { path: ['students', 3, 'id'], message: 'This student is on the list twice.' },
    ]);
    expect(await snapshotOf(orm)).toEqual(before);
  });

  it('refuses a birth date after today in Alaska from anyone', async () => {
    const { id } = await scene.draft();
    const evening = { now: () => new Date('2026-11-22T08:59:59.000Z') };
    const born = (dateOfBirth: string) => ({ students: [studentInput(), studentInput({ dateOfBirth })] });
    const future = [
      { path: ['students', 1, 'dateOfBirth'], message: 'Date of birth must not be in the future.' },
    ];
    expect(await issuesOf(scene.patch(id, born('2026-11-22'), evening))).toEqual(future);
    expect(await issuesOf(scene.patch(id, born('2026-11-22'), { ...evening, ...byAdmin() }))).toEqual(future);
    expect((await scene.patch(id, born('2026-11-21'), evening)).students).toHaveLength(2);
  });
});

describe('a draft', () => {
  it('may be incomplete, while started and while returned', async () => {
    for (const status of ['STARTED', 'RETURNED'] as const) {
      scene = await designationScene(orm, year);
      const { id } = await scene.draft({ status });
      const response = await scene.patch(id, {
        classSize: 30,
        criteria: 'OTHER',
        students: [{ first: 'Ann' }, {}],
      });
      expect([response.status, response.classSize, response.criteria]).toEqual([status, 30, 'OTHER']);
      expect(response.students.map((student) => [student.first, student.dateOfBirth])).toEqual([
        ['Ann', ''],
        ['', ''],
      ]);
      const emptied = await scene.patch(id, { classSize: null, criteria: null, students: [] });
      expect([emptied.classSize, emptied.criteria, emptied.students]).toEqual([null, null, []]);
    }
  });

  it('loses students from the end when the class becomes smaller without a list being sent', async () => {
    const { id, students } = await scene.draft({ classSize: 30, students: 3 });
    const response = await scene.patch(id, { classSize: 10 });
    expect(ids(response)).toEqual([students[0]?.id]);
    expect(ids(await scene.patch(id, { classSize: 50 }))).toEqual([students[0]?.id]);
    expect(ids(await scene.patch(id, { classSize: 0 }))).toEqual([]);
  });

  it('keeps a list that is longer or shorter than the class size requires', async () => {
    const { id } = await scene.draft({ classSize: 30, students: 3 });
    expect((await scene.patch(id, { classSize: 10, students: studentInputs(2) })).students).toHaveLength(2);
    expect((await scene.patch(id, { classSize: 90, students: studentInputs(1) })).students).toHaveLength(1);
  });

  it('records when the terms are accepted, and when that is taken back', async () => {
    const { id } = await scene.draft({ acceptedTermsAt: null });
    const terms = () =>
      storedRows(orm, DesignationEntity, ['acceptedTermsAt', 'acceptedTermsVersion'], { where: { id } });
    expect((await scene.patch(id, { acceptedTermsAndConditions: true })).acceptedTermsAndConditions).toBe(
      true,
    );
    expect(await terms()).toEqual([
      { acceptedTermsAt: new Date('2026-11-21T21:00:00Z'), acceptedTermsVersion: '2026-1' },
    ]);
    await scene.patch(id, { acceptedTermsAndConditions: false });
    expect(await terms()).toEqual([{ acceptedTermsAt: null, acceptedTermsVersion: null }]);
  });
});

describe('the version of a designation', () => {
  it('must be the current one for a change, or nothing is changed', async () => {
    const { id } = await scene.draft();
    expect((await scene.patch(id, { classSize: 10 }, { ifMatch: 1 })).version).toBe(2);
    const before = await snapshotOf(orm);
    for (const ifMatch of [1, 3, -1]) {
      for (const by of [{}, byAdmin()]) {
        expect(await refusalOf(scene.patch(id, { classSize: 20 }, { ifMatch, ...by }))).toBeInstanceOf(
          VersionConflict,
        );
      }
    }
    expect(await snapshotOf(orm)).toEqual(before);
    expect((await scene.patch(id, { classSize: 12 }, { ifMatch: 2 })).version).toBe(3);
  });

  it('stays the same when a save changes nothing, and nothing is written', async () => {
    const { id } = await scene.draft({ ...full, status: 'PENDING' });
    const known = await getDesignation(makeCtx({ orm, actor: scene.counselor }), id);
    const before = await snapshotOf(orm);
    const { classSize, criteria, criteriaComment, students } = known;
    expect(await scene.patch(id, { classSize, criteria, criteriaComment, students })).toEqual(known);
    expect(await snapshotOf(orm)).toEqual(before);
  });
});

describe('a change of a designation', () => {
  it('by staff is refused with the fields that only administrators may set', async () => {
    const { id } = await scene.draft({ reasons: ['ADDRESS'], note: 'Where?', status: 'RETURNED' });
    const before = await snapshotOf(orm);
    expect(await refusalOf(scene.patch(id, { classSize: 10, reasons: [], note: null }))).toEqual(
      new Forbidden('Only administrators may set reasons, note.'),
    );
    expect(await refusalOf(scene.patch(id, { note: 'x' }))).toEqual(
      new Forbidden('Only administrators may set note.'),
    );
    expect(await refusalOf(scene.patch(id, { notify: false }))).toEqual(
      new Forbidden('Only administrators may set notify.'),
    );
    expect(await snapshotOf(orm)).toEqual(before);
  });

  it("by an administrator can't accept the terms, because only the school can", async () => {
    for (const acceptedTermsAt of [null, new Date('2026-09-01T17:00:00.000Z')]) {
      scene = await designationScene(orm, year);
      const { id } = await scene.draft({ acceptedTermsAt });
      const isAccepted = acceptedTermsAt !== null;
      expect(
        await refusalOf(scene.patch(id, { acceptedTermsAndConditions: !isAccepted }, byAdmin())),
      ).toEqual(new Forbidden("Only the school's staff may set acceptedTermsAndConditions."));
    }
  });

  it('may include any field with its current value', async () => {
    const { id } = await scene.draft({ reasons: ['ADDRESS', 'OTHER'], note: 'Where?', status: 'RETURNED' });
    const given = { reasons: ['ADDRESS', 'OTHER'], note: 'Where?', acceptedTermsAndConditions: true };
    const saved = await scene.patch(id, { ...given, classSize: 10 });
    expect([saved.classSize, saved.reasons, saved.note]).toEqual([10, ['ADDRESS', 'OTHER'], 'Where?']);
    const corrected = await scene.patch(id, { ...given, classSize: 11 }, byAdmin());
    expect([corrected.classSize, corrected.acceptedTermsAndConditions]).toEqual([11, true]);
    for (const others of [{ reasons: ['OTHER', 'ADDRESS'] }, { note: 'Here.' }, { note: null }]) {
      expect(await refusalOf(scene.patch(id, { ...given, ...others }))).toEqual(
        new Forbidden(`Only administrators may set ${Object.keys(others).join()}.`),
      );
    }
  });
});

describe("an administrator's edit", () => {
  it('keeps the class size within its band of ten', async () => {
    const { id } = await scene.draft({ ...full, classSize: 24, status: 'PENDING' });
    const before = await snapshotOf(orm);
    const refused = (classSize: number | null) => issuesOf(scene.patch(id, { classSize }, byAdmin()));
    const sentence = (direction: string, bound: number) => [
      {
        path: ['classSize'],
        message: `Setting class size ${direction} than ${bound} would change how many students should be designated. Return the designation for correction instead.`,
      },
    ];
    expect(await refused(30)).toEqual(sentence('larger', 29));
    expect(await refused(19)).toEqual(sentence('smaller', 20));
    expect(await refused(null)).toEqual([
      { path: ['classSize'], message: 'Enter the class size as a whole number, 0 or more.' },
    ]);
    expect(await snapshotOf(orm)).toEqual(before);
    for (const classSize of [20, 29, 25]) {
      const response = await scene.patch(id, { classSize }, byAdmin());
      expect([response.classSize, response.students.length]).toEqual([classSize, 2]);
    }
  });

  it('accepts any class size if there was none', async () => {
    const { id } = await scene.draft();
    expect((await scene.patch(id, { classSize: 321 }, byAdmin())).classSize).toBe(321);
  });

  it('follows the comment rule when criteria or comment change, and not otherwise', async () => {
    const { id } = await scene.draft({ criteria: 'OTHER', criteriaComment: null });
    const missing = [
      {
        path: ['criteriaComment'],
        message:
          "Explain your criteria. A comment is required if the criteria are “Other” or differ from last year's.",
      },
    ];
    const same = { classSize: 10, criteria: 'OTHER', criteriaComment: null, status: 'APPROVED' };
    expect((await scene.patch(id, same, byAdmin())).status).toBe('APPROVED');
    await scene.patch(id, { criteriaComment: 'By portfolio.' }, byAdmin());
    expect(await issuesOf(scene.patch(id, { criteriaComment: ' ' }, byAdmin()))).toEqual(missing);
    await scene.patch(id, { criteria: null, criteriaComment: '' }, byAdmin());
    const changed = await scene.patch(id, { criteria: 'CUMULATIVE_GPA' }, byAdmin());
    expect([changed.criteria, changed.status]).toEqual(['CUMULATIVE_GPA', 'APPROVED']);
    expect(await issuesOf(scene.patch(id, { criteria: 'OTHER' }, byAdmin()))).toEqual(missing);
  });

  it('may leave gaps in a draft, and in others only existing gaps', async () => {
    const { id } = await scene.draft({ status: 'PENDING', students: [{ phone: '' }] });
    await makeStudent(orm, { designationId: id, position: 1 });
    const { students } = await getDesignation(makeCtx({ orm, actor: scene.admin }), id);
    const [gap, whole] = students;
    expect(await issuesOf(scene.patch(id, { students: [gap, { ...whole, email: '' }] }, byAdmin()))).toEqual([
      { path: ['students', 1, 'email'], message: 'Email is required.' },
    ]);
    const renamed = await scene.patch(id, { students: [gap, { ...whole, first: 'Zoe' }] }, byAdmin());
    expect(renamed.students.map((student) => student.first)).toEqual([gap?.first, 'Zoe']);
    const returned = await scene.patch(
      id,
      { students: [{ ...gap, email: '' }], status: 'RETURNED' },
      byAdmin(),
    );
    expect([returned.status, returned.students.length]).toEqual(['RETURNED', 1]);
  });
});
