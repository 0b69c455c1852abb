import { beforeEach, describe, expect, it } from 'vitest';
import { EventEntity } from '#db/entities/event.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeExportProfile } from '#tests/factories/export-profile-factory.server.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { callLaurel, type Terminal } from './call-laurel.ts';

const database = useDatabase('each test');
let orm: Orm;

beforeEach(async () => {
  orm = await database.openOrm();
});

const profiles = (args: readonly string[], terminal?: Terminal) =>
  callLaurel(database.url, ['export-profiles', ...args], terminal);
const events = async () =>
  (await orm.em.fork().find(EventEntity, {}, { orderBy: { at: 'asc' }, populate: ['actor'] })).map(
    ({ kind, channel, actor }) => [kind, channel, actor?.email],
  );

describe('laurel export-profiles', () => {
  it('creates, shows, changes, lists, and deletes a profile, with events', async () => {
    const { email } = await makeAdmin(orm);
    const as = ['--as', email];
    expect(await profiles(['save', 'Banner', '--columns', 'last, banner code', ...as])).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Created the export profile “Banner”.\n',
    });
    const shown = await profiles(['show', 'banner', '--format', 'json']);
    expect(JSON.parse(shown.stdout)).toMatchObject({ name: 'Banner', columns: ['last', 'banner code'] });
    const renamed = ['save', 'Banner', '--rename', 'Banner 2027', '--columns', 'banner code,last'];
    expect(await profiles([...renamed, '--yes', ...as])).toMatchObject({
      code: 0,
      stderr: 'Changed the export profile “Banner”.\n',
    });
    expect((await profiles(['list'])).stdout).toMatch(
      /^\uFEFF?Name,Columns,Updated\r\nBanner 2027,banner code; last,/,
    );
    expect(await profiles(['delete', 'Banner 2027', '--yes', ...as])).toMatchObject({
      code: 0,
      stderr: 'Deleted the export profile “Banner 2027”.\n',
    });
    expect(await events()).toEqual([
      ['exportProfile.created', 'CLI', email],
      ['exportProfile.changed', 'CLI', email],
      ['exportProfile.deleted', 'CLI', email],
    ]);
  });

  it('asks before a change, and changes nothing in a dry run', async () => {
    await makeExportProfile(orm);
    const answered = await profiles(['save', 'Banner', '--columns', 'last'], { answer: 'n' });
    expect(answered).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Change the export profile “Banner”?') as string,
    });
    expect(await profiles(['delete', 'Banner', '--dry-run'])).toMatchObject({
      code: 0,
      stderr: 'Would delete the export profile “Banner”.\n',
    });
    expect(await profiles(['save', 'New', '--columns', 'last', '--dry-run'])).toMatchObject({
      code: 0,
      stderr: 'Would create the export profile “New”.\n',
    });
    expect(await events()).toEqual([]);
    expect((await profiles(['show', 'Banner'])).stdout).toContain('last; banner code; first');
  });

  it.each([
    [['show', 'Other'], 1, "There's no export profile named Other."],
    [['delete', 'Other', '--yes'], 1, "There's no export profile named Other."],
    [['save', 'Other'], 2, 'Choose what to save: --columns or --rename.'],
    [['save', 'Other', '--rename', 'New'], 1, "There's no export profile named Other."],
    [['save', 'Other', '--columns', 'shoe size'], 2, "--columns: These columns don't exist: shoe size."],
    [['save', 'Other', '--columns', 'last,last'], 2, '--columns: A column can be chosen only once.'],
    [['save', 'Banner', '--columns', 'last,banner code,first', '--yes'], 3, 'Nothing was changed.'],
  ])('reports what is wrong with %j', async (args, code, message) => {
    await makeExportProfile(orm);
    expect(await profiles(args)).toMatchObject({
      code,
      stdout: '',
      stderr: expect.stringContaining(message) as string,
    });
    expect(await events()).toEqual([]);
  });
});
