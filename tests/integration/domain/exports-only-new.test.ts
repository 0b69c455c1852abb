import { beforeEach, describe, expect, it } from 'vitest';
import type { DesignationSelection } from '#app/domain/exports/designation-selection.server.ts';
import { BROWSER } from '#app/domain/exports/export-file.server.ts';
import { streamDesignations } from '#app/domain/exports/stream-designations.server.ts';
import { SYSTEM } from '#app/policy/actor.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { actorOf, makeAdmin } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { type ExportScene, exportScene } from '#tests/support/export-scene.server.ts';

const database = useDatabase('each test');
let orm: Orm;
let scene: ExportScene;

beforeEach(async () => {
  orm = await database.openOrm();
  scene = await exportScene(orm);
  for (const school of [scene.aurora, scene.borealis]) await scene.designate(school, { students: 2 });
});

const NEVER_DOWNLOADED: DesignationSelection = { filter: { noDownloadDate: true } };
const at = new Date('2026-11-22T13:56:00Z');
const begin = (options: Parameters<ExportScene['ctxOf']>[0] = {}) =>
  streamDesignations(scene.ctxOf({ now: () => at, ...options }), NEVER_DOWNLOADED);

describe('a second export of what was never downloaded', () => {
  it('is refused while the first runs, with who runs it and since when, and is empty afterwards', async () => {
    const ada = actorOf(await makeAdmin(orm, { firstName: 'Ada', lastName: 'Winter' }));
    const first = await begin({ actor: ada });
    expect(await refusalOf(begin())).toMatchObject({
      name: 'Conflict',
      message:
        'Ada Winter is already exporting designations that were never downloaded (started Nov 22, 2026, 4:56 AM AKST). Try again when that export is done.',
    });
    expect((await new Response(first.stream).text()).split('\r\n')).toHaveLength(1 + 4 + 1);
    const { stream } = await begin();
    expect((await new Response(stream).text()).split('\r\n')).toHaveLength(1 + 1);
  });

  it('names the command line, which has no user', async () => {
    const first = await begin({ actor: SYSTEM, channel: 'CLI' });
    expect(await refusalOf(begin())).toMatchObject({
      message: expect.stringMatching(
        /^Someone using the command line is already exporting .* AKST\)\./,
      ) as string,
    });
    await first.stream.cancel();
  });

  it('runs after the first was cut off, with the same designations', async () => {
    const first = await begin();
    await first.stream.cancel();
    const { stream } = await begin();
    expect((await new Response(stream).text()).split('\r\n')).toHaveLength(1 + 4 + 1);
  });

  it("isn't blocked by an export of all designations, or by one that marks nothing", async () => {
    const all = await streamDesignations(scene.ctxOf(), { filter: {} });
    const unmarked = await streamDesignations(scene.ctxOf(), NEVER_DOWNLOADED, {
      ...BROWSER,
      isMarking: false,
    });
    const { stream } = await begin();
    for (const open of [stream, all.stream, unmarked.stream]) await open.cancel();
    expect((await scene.marks()).filter((row) => row.downloadedAt !== null)).toEqual([]);
  });

  it('is refused in any process', async () => {
    const elsewhere = await openOrm(database.url);
    const first = await begin();
    const second = streamDesignations({ ...scene.ctxOf(), em: elsewhere.em.fork() }, NEVER_DOWNLOADED);
    expect(await refusalOf(second)).toMatchObject({ name: 'Conflict' });
    await first.stream.cancel();
    await elsewhere.close(true);
  });
});
