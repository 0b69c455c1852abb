import { beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '#app/domain/ctx.server.ts';
import type { ExportFile } from '#app/domain/exports/export-file.server.ts';
import { streamDesignations } from '#app/domain/exports/stream-designations.server.ts';
import { streamHighSchools, streamUsers } from '#app/domain/exports/stream-lists.server.ts';
import type { UserFlag } from '#app/schemas/enums.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { type ExportScene, exportScene } from '#tests/support/export-scene.server.ts';

const database = useDatabase('each test');
let orm: Orm;
let scene: ExportScene;

beforeEach(async () => {
  orm = await database.openOrm();
  scene = await exportScene(orm);
  await makeAdmin(orm);
  await scene.designate(scene.aurora, { students: 2 });
});

const EXPORTS: readonly (readonly [string, (ctx: Ctx) => Promise<ExportFile>])[] = [
  ['designations', (ctx) => streamDesignations(ctx, { filter: {} })],
  ['high schools', (ctx) => streamHighSchools(ctx, { filter: {} })],
  ['users', (ctx) => streamUsers(ctx, { filter: {} })],
];
const LOSSES: readonly (readonly [string, UserFlag[], string])[] = [
  ['was deleted', ['ADMIN', 'DELETED'], 'Unauthorized'],
  ['is no longer an administrator', [], 'Forbidden'],
];

const setFlags = (flags: UserFlag[]) =>
  orm.em.fork().nativeUpdate(UserAccountEntity, { id: scene.admin.id }, { flags });

describe.each(EXPORTS)('an export of %s', (_what, begin) => {
  it.each(LOSSES)(
    'is rejected if its caller %s since the request began, and records nothing',
    async (_loss, flags, refusal) => {
      const before = await scene.marks();
      const ctx = scene.ctxOf();
      await setFlags(flags);
      expect(await refusalOf(begin(ctx))).toMatchObject({ name: refusal });
      expect(await scene.disclosures()).toEqual([]);
      expect(await scene.marks()).toEqual(before);
    },
  );

  it('that has begun finishes even if its caller loses administrator rights', async () => {
    const { stream } = await begin(scene.ctxOf());
    await setFlags([]);
    const lines = (await new Response(stream).text()).split('\r\n');
    expect(lines.length).toBeGreaterThan(2);
  });
});
