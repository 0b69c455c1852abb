import { beforeEach, describe, expect, it } from 'vitest';
import {
  changeExportProfile,
  createExportProfile,
  deleteExportProfile,
  EXPORT_COLUMNS,
  findExportProfile,
  getExportProfile,
  listExportProfiles,
} from '#app/domain/exports/export-profiles.server.ts';
import {
  DESIGNATION_CSV_HEADERS,
  DESIGNATION_WORKBOOK_HEADERS,
} from '#app/domain/exports/csv-queries.server.ts';
import { readTimeline } from '#app/domain/events/read-timeline.server.ts';
import { EventEntity } from '#db/entities/event.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';

const database = useDatabase('each test');
let orm: Orm;
let ctx: Ctx;

beforeEach(async () => {
  orm = await database.openOrm();
  ctx = makeCtx({ orm, actor: actorOf(await makeAdmin(orm)) });
});

const BANNER = { name: 'Banner', columns: ['last', 'banner code'] };
const fresh = (): Ctx => ({ ...ctx, em: orm.em.fork() });
const eventKinds = async () =>
  (await orm.em.fork().find(EventEntity, {}, { orderBy: { at: 'asc' } })).map(({ kind }) => kind);

describe('an export profile', () => {
  it('is created, found by its name in any case, listed by name, changed, and deleted, with events', async () => {
    const { id } = await createExportProfile(fresh(), BANNER);
    await createExportProfile(fresh(), { name: 'admissions', columns: ['email'] });
    expect(await findExportProfile(fresh(), ' BANNER ')).toMatchObject({ id, ...BANNER, version: 1 });
    expect((await listExportProfiles(fresh())).items.map(({ name }) => name)).toEqual([
      'admissions',
      'Banner',
    ]);
    const patch = { name: 'Banner 2027', columns: ['banner code', 'last'] };
    expect(await changeExportProfile(fresh(), { id, patch, ifMatch: [1] })).toMatchObject({
      ...patch,
      version: 2,
    });
    const events = await orm.em.fork().find(EventEntity, { subjectId: id }, { orderBy: { kind: 'desc' } });
    expect(events.map(({ kind, changes }) => [kind, changes])).toEqual([
      [
        'exportProfile.created',
        { name: { from: null, to: 'Banner' }, columns: { from: null, to: ['last', 'banner code'] } },
      ],
      [
        'exportProfile.changed',
        {
          name: { from: 'Banner', to: 'Banner 2027' },
          columns: { from: ['last', 'banner code'], to: ['banner code', 'last'] },
        },
      ],
    ]);
    const timeline = await readTimeline(fresh(), { type: 'EXPORT_PROFILE', id }, null);
    expect(timeline.entries.map(({ kind }) => kind).toSorted()).toEqual([
      'exportProfile.changed',
      'exportProfile.created',
    ]);
    await deleteExportProfile(fresh(), { id, ifMatch: [2] });
    expect(await refusalOf(getExportProfile(fresh(), id))).toMatchObject({ name: 'NotFound' });
    expect(await eventKinds()).toContain('exportProfile.deleted');
  });

  it('records no event when nothing changes', async () => {
    const { id } = await createExportProfile(fresh(), BANNER);
    expect(await changeExportProfile(fresh(), { id, patch: BANNER, ifMatch: null })).toMatchObject({
      version: 1,
    });
    expect(await eventKinds()).toEqual(['exportProfile.created']);
  });

  it('cannot have the name of another one in any case, when it is created or renamed', async () => {
    await createExportProfile(fresh(), BANNER);
    const { id } = await createExportProfile(fresh(), { ...BANNER, name: 'Other' });
    const used = {
      name: 'NameConflict',
      field: 'name',
      message: "There's already an export profile named “BANNER”. Choose another name.",
    };
    expect(await refusalOf(createExportProfile(fresh(), { ...BANNER, name: 'BANNER' }))).toMatchObject(used);
    const renamed = changeExportProfile(fresh(), { id, patch: { name: 'BANNER' }, ifMatch: null });
    expect(await refusalOf(renamed)).toMatchObject(used);
    expect(await eventKinds()).toHaveLength(2);
  });

  it('can have every column of the workbook, of which two more than in the CSV file are of students', async () => {
    const columns = EXPORT_COLUMNS.map(({ header }) => header);
    const added = EXPORT_COLUMNS.filter(({ header }) => !DESIGNATION_CSV_HEADERS.includes(header));
    expect(columns).toEqual(DESIGNATION_WORKBOOK_HEADERS);
    expect(added.filter(({ isOfStudent }) => isOfStudent).map(({ header }) => header)).toEqual([
      ...['firm', 'urbanization'],
    ]);
    expect(await createExportProfile(fresh(), { name: 'All', columns })).toMatchObject({ columns });
  });

  it('cannot have a column that does not exist', async () => {
    const input = { name: 'Wrong', columns: ['last', 'shoe size'] };
    expect(await refusalOf(createExportProfile(fresh(), input))).toMatchObject({
      issues: [
        {
          path: ['columns'],
          message: "These columns don't exist: shoe size. Use the headers of the Excel workbook.",
        },
      ],
    });
  });

  it('is not changed or deleted from an older version', async () => {
    const { id } = await createExportProfile(fresh(), BANNER);
    await changeExportProfile(fresh(), { id, patch: { name: 'Newer' }, ifMatch: [1] });
    const stale = { id, ifMatch: [1] };
    expect(await refusalOf(changeExportProfile(fresh(), { ...stale, patch: BANNER }))).toMatchObject({
      name: 'VersionConflict',
    });
    expect(await refusalOf(deleteExportProfile(fresh(), stale))).toMatchObject({ name: 'VersionConflict' });
    expect(await getExportProfile(fresh(), id)).toMatchObject({ name: 'Newer' });
  });

  it('is only for administrators, also to read', async () => {
    const { id } = await createExportProfile(fresh(), BANNER);
    const school = await makeSchool(orm);
    const { actor } = await makeCounselor(orm, [school.id]);
    const staff = (): Ctx => ({ ...fresh(), actor });
    for (const attempt of [
      () => listExportProfiles(staff()),
      () => findExportProfile(staff(), 'Banner'),
      () => getExportProfile(staff(), id),
      () => createExportProfile(staff(), { ...BANNER, name: 'Mine' }),
      () => changeExportProfile(staff(), { id, patch: { name: 'Mine' }, ifMatch: null }),
      () => deleteExportProfile(staff(), { id, ifMatch: null }),
    ]) {
      expect(await refusalOf(attempt())).toMatchObject({ name: 'Forbidden' });
    }
    expect(await refusalOf(readTimeline(staff(), { type: 'EXPORT_PROFILE', id }, null))).toMatchObject({
      name: 'NotFound',
    });
    expect(await getExportProfile(fresh(), id)).toMatchObject(BANNER);
  });
});
