import { beforeEach, describe, expect, it } from 'vitest';
import type { DesignationSelection } from '#app/domain/exports/designation-selection.server.ts';
import { streamDesignations } from '#app/domain/exports/stream-designations.server.ts';
import { Forbidden, NotFound, Unauthorized } from '#app/lib/domain-errors.ts';
import { type Actor, ANONYMOUS } from '#app/policy/actor.ts';
import type { Orm } from '#db/orm.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { type ExportScene, exportScene } from '#tests/support/export-scene.server.ts';

const database = useDatabase('each test');
let orm: Orm;
let scene: ExportScene;

beforeEach(async () => {
  orm = await database.openOrm();
  scene = await exportScene(orm);
});

describe('what is exported', () => {
  it('matches the selection: a filter, a designation, a school, a user, or a year', async () => {
    const here = await scene.designate(scene.aurora, { status: 'APPROVED' });
    const past = await scene.designate(scene.aurora, {
      academicYearId: scene.pastYear.id,
      submittedById: scene.admin.id,
    });
    const there = await scene.designate(scene.borealis, { submittedById: scene.admin.id });
    const submittedElsewhere = await scene.designate(scene.borealis, { academicYearId: scene.pastYear.id });
    const idsOf = async (selection: DesignationSelection) =>
      (await scene.rowsOf(selection)).map((row) => row['designation id']);
    expect(await idsOf({ filter: {} })).toEqual([here.id, past.id, there.id, submittedElsewhere.id]);
    expect(await idsOf({ filter: { status: ['APPROVED', 'REJECTED'] } })).toEqual([here.id]);
    expect(await idsOf({ designationId: there.id })).toEqual([there.id]);
    expect(await idsOf({ highSchoolId: scene.aurora.id })).toEqual([here.id, past.id]);
    expect(await idsOf({ academicYearId: scene.year.id })).toEqual([here.id, there.id]);
    expect(await idsOf({ userId: scene.counselor.id })).toEqual([here.id, past.id, submittedElsewhere.id]);
  });

  it("is marked with the current time only; versions and update times don't change", async () => {
    const exported = await scene.designate(scene.aurora, { students: 1 });
    await scene.designate(scene.borealis, { students: 1 });
    const before = await scene.marks();
    await scene.download({ designationId: exported.id });
    expect(await scene.marks()).toEqual(
      before.map((row) =>
        row.id === exported.id ? { ...row, downloadedAt: new Date('2026-11-21T21:00:00Z') } : row,
      ),
    );
    expect(before.map((row) => row.downloadedAt)).toEqual([null, null]);
    const again = { now: () => new Date('2026-11-23T00:00:00Z') };
    const rows = await scene.rowsOf({ filter: {} }, again);
    expect(rows.map((row) => row['downloaded'])).toEqual(['2026-11-21T12:00:00-09:00', '']);
    expect((await scene.marks()).map((row) => row.downloadedAt)).toEqual([
      new Date('2026-11-23T00:00:00Z'),
      new Date('2026-11-23T00:00:00Z'),
    ]);
  });

  it('is disclosed: who, when, why, which students', async () => {
    const { students } = await scene.designate(scene.aurora, { students: 3 });
    await scene.designate(scene.borealis, { students: 2 });
    const filter = { highSchoolId: scene.aurora.id, status: ['STARTED' as const] };
    const rows = await scene.rowsOf({ filter });
    const ids = students.map((student) => student.id);
    expect(rows.map((row) => row['student id'])).toEqual(ids);
    expect(await scene.disclosures()).toEqual([
      {
        actor: scene.admin.id,
        channel: 'REST',
        purpose: 'designations.download',
        filter,
        rowCount: 3,
        studentIds: ids,
        at: new Date('2026-11-21T21:00:00Z'),
      },
    ]);
  });
});

describe('downloads', () => {
  it("refuses people who aren't administrators, and returns 404 for unknown IDs", async () => {
    const { id } = await scene.designate(scene.aurora, { students: 1 });
    const missing = '00000000-0000-4000-8000-000000000000';
    const exported = (actor: Actor, selection: DesignationSelection) =>
      refusalOf(streamDesignations(scene.ctxOf({ actor }), selection));
    expect(await exported(scene.counselor, { designationId: id })).toEqual(new Forbidden());
    expect(await exported(ANONYMOUS, { filter: {} })).toEqual(new Unauthorized());
    for (const field of ['designationId', 'highSchoolId', 'userId', 'academicYearId'] as const) {
      const selection = { [field]: missing } as DesignationSelection;
      expect(await refusalOf(streamDesignations(scene.ctxOf(), selection))).toEqual(new NotFound());
    }
    expect(await scene.disclosures()).toEqual([]);
    expect((await scene.marks()).map((row) => row.downloadedAt)).toEqual([null]);
  });
});
