import { beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { readTimeline } from '#app/domain/events/read-timeline.server.ts';
import {
  changeSavedView,
  createSavedView,
  deleteSavedView,
  getSavedView,
  listSavedViews,
  listViewsOf,
  viewQuery,
} from '#app/domain/saved-views/saved-views.server.ts';
import type { UserActor } from '#app/policy/actor.ts';
import { SYSTEM } from '#app/policy/actor.ts';
import { VIEWS_MAX } from '#app/schemas/view-lists.ts';
import { EventEntity } from '#db/entities/event.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeSavedView } from '#tests/factories/saved-view-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { openCountingOrm } from '#tests/support/statements.server.ts';

const database = useDatabase('each test');
let orm: Orm;
let owner: UserActor;
let other: UserActor;

beforeEach(async () => {
  orm = await database.openOrm();
  owner = actorOf(await makeAdmin(orm));
  other = actorOf(await makeAdmin(orm));
});

const as = (actor: UserActor): Ctx => makeCtx({ orm, actor });
const PENDING = { list: 'designations', name: 'To review', query: 'status=PENDING' } as const;
const events = async () =>
  (await orm.em.fork().find(EventEntity, {}, { orderBy: { at: 'asc' } })).map(
    ({ kind, subjectId, changes }) => ({
      ...{ kind, subjectId, changes },
    }),
  );

describe('a saved view', () => {
  it('is created, listed by name and list, renamed, changed, and deleted, with events of its owner', async () => {
    const view = await createSavedView(as(owner), PENDING);
    expect(view).toMatchObject({ ...PENDING, version: 1 });
    expect(new URL(view.link).pathname + new URL(view.link).search).toBe('/designations?status=PENDING');
    await createSavedView(as(owner), { list: 'users', name: 'All', query: '' });
    expect((await listSavedViews(as(owner))).items.map(({ name }) => name)).toEqual(['All', 'To review']);
    expect((await listViewsOf(as(owner), 'users'))?.map(({ name }) => name)).toEqual(['All']);
    const { id } = view;
    const patch = { name: 'Pending', query: 'status=PENDING&sort=updatedAt' };
    expect(await changeSavedView(as(owner), { id, patch, ifMatch: [1] })).toMatchObject({
      ...patch,
      version: 2,
    });
    expect(await changeSavedView(as(owner), { id, patch, ifMatch: [2] })).toMatchObject({ version: 2 });
    await deleteSavedView(as(owner), { id, ifMatch: [2] });
    expect(await refusalOf(getSavedView(as(owner), id))).toMatchObject({ name: 'NotFound' });
    const list = PENDING.list;
    const of = (kind: string, changes: object) => ({ kind, subjectId: owner.id, changes });
    const recorded = await events();
    expect(recorded).toHaveLength(4);
    expect(recorded).toEqual(
      expect.arrayContaining([
        of('savedView.created', { list }),
        of('savedView.created', { list: 'users' }),
        of('savedView.changed', { list }),
        of('savedView.deleted', { list }),
      ]),
    );
    const { entries } = await readTimeline(as(owner), { type: 'USER', id: owner.id }, null);
    expect(entries.map(({ kind }) => kind).toSorted()).toEqual([
      ...['savedView.changed', 'savedView.created', 'savedView.created', 'savedView.deleted'],
    ]);
  });

  it('has a name that no event contains, because events are kept forever', async () => {
    const named = { ...PENDING, name: 'Weyiouanna, Xiomara' };
    const { id } = await createSavedView(as(owner), named);
    await changeSavedView(as(owner), { id, patch: { name: 'Xiomara' }, ifMatch: null });
    await deleteSavedView(as(owner), { id, ifMatch: null });
    const recorded = await events();
    expect(recorded).toHaveLength(3);
    expect(JSON.stringify(recorded)).not.toContain('Xiomara');
  });

  it('has a filter that no event contains, because people and schools are searched for by name', async () => {
    const searched = { list: 'users', name: 'Searched', query: 'name=Weyiouanna' } as const;
    const { id } = await createSavedView(as(owner), searched);
    const changed = await changeSavedView(as(owner), { id, patch: { query: 'name=Xiomara' }, ifMatch: null });
    expect(changed.query).toBe('name=Xiomara');
    await deleteSavedView(as(owner), { id, ifMatch: null });
    const recorded = await events();
    expect(recorded.map(({ changes }) => changes)).toEqual(Array(3).fill({ list: 'users' }));
    expect(JSON.stringify(recorded)).not.toMatch(/Weyiouanna|Xiomara/);
  });

  it('has a name that is unique for its list and person, ignoring case', async () => {
    await createSavedView(as(owner), PENDING);
    const { id } = await createSavedView(as(owner), { ...PENDING, name: 'Other' });
    const used = { field: 'name', message: expect.stringContaining('“TO REVIEW”') as string };
    expect(await refusalOf(createSavedView(as(owner), { ...PENDING, name: 'TO REVIEW' }))).toMatchObject(
      used,
    );
    const renamed = changeSavedView(as(owner), { id, patch: { name: 'TO REVIEW' }, ifMatch: null });
    expect(await refusalOf(renamed)).toMatchObject(used);
    await createSavedView(as(owner), { ...PENDING, list: 'highschools', query: '' });
    await createSavedView(as(other), PENDING);
  });

  it('can be found, changed, and deleted only by its owner, not even by another administrator', async () => {
    const id = await makeSavedView(orm, { userId: owner.id });
    const otherId = await makeSavedView(orm, { userId: other.id, name: 'Their own' });
    expect((await listSavedViews(as(other))).items.map(({ name }) => name)).toEqual(['Their own']);
    expect(await listSavedViews(as(other), { limit: 5 })).toMatchObject({ total: 1 });
    expect((await listViewsOf(as(other), 'designations'))?.map((view) => view.id)).toEqual([otherId]);
    for (const attempt of [
      () => getSavedView(as(other), id),
      () => changeSavedView(as(other), { id, patch: { name: 'Mine' }, ifMatch: null }),
      () => deleteSavedView(as(other), { id, ifMatch: null }),
    ]) {
      expect(await refusalOf(attempt())).toMatchObject({ name: 'NotFound' });
    }
    expect(await getSavedView(as(owner), id)).toMatchObject({ name: 'To review', version: 1 });
    expect(await events()).toEqual([]);
  });

  it('is not for school staff, former administrators, or commands without a person', async () => {
    const school = await makeSchool(orm);
    const { actor, user } = await makeCounselor(orm, [school.id]);
    const id = await makeSavedView(orm, { userId: user.id });
    expect(await listViewsOf(as(actor), 'designations')).toBeNull();
    for (const ctx of [as(actor), makeCtx({ orm, actor: SYSTEM })]) {
      for (const attempt of [
        () => listSavedViews(ctx),
        () => getSavedView(ctx, id),
        () => createSavedView(ctx, PENDING),
        () => changeSavedView(ctx, { id, patch: { name: 'Mine' }, ifMatch: null }),
        () => deleteSavedView(ctx, { id, ifMatch: null }),
      ]) {
        expect(await refusalOf(attempt())).toMatchObject({ name: 'Forbidden' });
      }
    }
  });

  it('is not changed or deleted from an older version', async () => {
    const id = await makeSavedView(orm, { userId: owner.id });
    await changeSavedView(as(owner), { id, patch: { name: 'Newer' }, ifMatch: [1] });
    const stale = { id, ifMatch: [1] };
    expect(await refusalOf(changeSavedView(as(owner), { ...stale, patch: { name: 'Late' } }))).toMatchObject({
      name: 'VersionConflict',
    });
    expect(await refusalOf(deleteSavedView(as(owner), stale))).toMatchObject({ name: 'VersionConflict' });
  });

  it(`is one of at most ${VIEWS_MAX}`, async () => {
    for (let made = 0; made < VIEWS_MAX; made += 1) {
      await makeSavedView(orm, { userId: owner.id, name: `View ${made}` });
    }
    expect(await refusalOf(createSavedView(as(owner), PENDING))).toMatchObject({
      message: `You can save up to ${VIEWS_MAX} views. Delete one that you no longer need.`,
    });
    await createSavedView(as(other), PENDING);
  });
});

it('a list of one saved view takes as many statements as a list of three', async () => {
  const counting = await openCountingOrm(database.url);
  const list = () =>
    counting.count(async () => {
      await listSavedViews(makeCtx({ orm: counting.orm, actor: owner }), { limit: 10 });
    });
  await makeSavedView(orm, { userId: owner.id, name: 'One' });
  await list();
  expect(await list()).toBe(2);
  for (const name of ['Two', 'Three']) await makeSavedView(orm, { userId: owner.id, name });
  expect(await list()).toBe(2);
  await counting.orm.close(true);
});

describe('the query of a view', () => {
  it.each([
    ['designations', '', 'academicYearId=all'],
    ['designations', 'academicYearId=all&status=', 'academicYearId=all'],
    ['designations', 'academicYearId=all&sort=year', 'sort=year'],
    ['designations', 'status=PENDING&status=STARTED&last=true&position=3', 'status=PENDING&status=STARTED'],
    ['designations', 'highSchoolName=birch', 'highSchoolName=birch'],
    ['highschools', 'name=birch&page=4&sort=fax&direction=asc', 'name=birch&sort=fax&direction=asc'],
    ['users', 'withDeleted=true&flags=ADMIN', 'withDeleted=true&flags=ADMIN'],
    ['users', '', ''],
  ] as const)('of %s %j is stored as %j', (list, typed, stored) => {
    expect(viewQuery(list, typed)).toBe(stored);
  });

  it.each([
    ['designations', 'student=Ada'],
    ['designations', 'q=Ada+Lovelace'],
    ['designations', 'name=Ada'],
    ['designations', 'status=LOST'],
    ['highschools', 'students=Ada'],
    ['users', 'dateOfBirth=2009-01-01'],
    ['users', 'limit=5'],
  ] as const)('of %s cannot be %j', (list, typed) => {
    expect(() => viewQuery(list, typed)).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ path: ['query'] })] }) as Error,
    );
  });
});
