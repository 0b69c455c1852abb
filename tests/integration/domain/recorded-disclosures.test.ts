import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { recordDisclosure } from '#app/domain/disclosures/record-disclosure.server.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import type { DesignationScene } from '#tests/support/designation-scene.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

let orm: Orm;
let scene: DesignationScene;
useDesignationScene((given) => ({ orm, scene } = given));

it('a disclosure contains a copy of the filter', async () => {
  const filter = Object.freeze({ status: ['PENDING'], highSchoolName: undefined });
  const studentIds = [randomUUID()];
  const ctx = makeCtx({ orm, actor: scene.admin });
  await recordDisclosure(ctx, { purpose: 'designations.download', filter, studentIds });
  const stored = await orm.em
    .fork()
    .findOneOrFail(DisclosureEntity, { purpose: 'designations.download', actor: scene.admin.id });
  expect(stored.filter).toEqual({ status: ['PENDING'] });
});
