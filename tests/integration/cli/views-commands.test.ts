import { beforeEach, describe, expect, it } from 'vitest';
import { EventEntity } from '#db/entities/event.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeSavedView } from '#tests/factories/saved-view-factory.server.ts';
import { makeAdmin, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { callLaurel, type Terminal } from './call-laurel.ts';

const database = useDatabase('each test');
let orm: Orm;
let admin: MadeUser;

beforeEach(async () => {
  orm = await database.openOrm();
  admin = await makeAdmin(orm);
});

const views = (args: readonly string[], terminal?: Terminal) =>
  callLaurel(database.url, ['views', ...args, '--as', admin.email], terminal);
const events = async () =>
  (await orm.em.fork().find(EventEntity, {}, { orderBy: { at: 'asc' } })).map(({ kind, channel }) => [
    kind,
    channel,
  ]);
const SAVE = ['save', 'To review', '--list', 'designations', '--query', 'status=PENDING'];

describe('laurel views', () => {
  it('saves, shows, renames, lists, and deletes views, with events', async () => {
    expect(await views(SAVE)).toEqual({ code: 0, stdout: '', stderr: 'Saved the view “To review”.\n' });
    const shown = await views(['show', 'to review', '--format', 'json']);
    expect(JSON.parse(shown.stdout)).toMatchObject({ name: 'To review', query: 'status=PENDING' });
    expect(await views([...SAVE, '--yes'])).toMatchObject({ code: 3 });
    expect(await views(['save', 'To review', '--rename', 'Pending', '--yes'])).toMatchObject({
      code: 0,
      stderr: 'Changed the view “To review”.\n',
    });
    expect((await views(['list'])).stdout).toMatch(
      /^\uFEFF?Name,List,Link,Updated\r\nPending,Designations,https?:\/\/[^/]+\/designations\?status=PENDING,/,
    );
    expect(await views(['delete', 'Pending', '--yes'])).toMatchObject({
      code: 0,
      stderr: 'Deleted the view “Pending”.\n',
    });
    expect(await events()).toEqual([
      ['savedView.created', 'CLI'],
      ['savedView.changed', 'CLI'],
      ['savedView.deleted', 'CLI'],
    ]);
  });

  it('asks before a change, changes nothing in a dry run, and needs a list when a name has two', async () => {
    await makeSavedView(orm, { userId: admin.id });
    expect(await views(['delete', 'To review'], { answer: 'n' })).toMatchObject({ code: 1 });
    expect(await views(['delete', 'To review', '--dry-run'])).toMatchObject({
      stderr: 'Would delete the view “To review”.\n',
    });
    await makeSavedView(orm, { userId: admin.id, list: 'users', query: '' });
    expect(await views(['show', 'To review'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Choose one with --list.') as string,
    });
    expect((await views(['show', 'To review', '--list', 'users'])).stdout).toContain('/users');
    expect(await events()).toEqual([]);
  });

  it("shows no other administrator's views, and none without --as", async () => {
    const other = await makeAdmin(orm);
    await makeSavedView(orm, { userId: other.id, name: 'Not yours' });
    expect(await views(['show', 'Not yours'])).toMatchObject({ code: 1, stdout: '' });
    expect((await views(['list'])).stdout).not.toContain('Not yours');
    expect(await callLaurel(database.url, ['views', 'list'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Name an administrator with --as.') as string,
    });
  });
});
