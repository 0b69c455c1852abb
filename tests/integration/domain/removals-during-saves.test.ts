import { describe, expect, it } from 'vitest';
import { patchDesignation } from '#app/domain/designations/patch-designation.server.ts';
import { removeStaff } from '#app/domain/high-schools/change-staff.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { DesignationPatchSchema } from '#app/schemas/designation.ts';
import { EventEntity } from '#db/entities/event.ts';
import type { Orm } from '#db/orm.server.ts';
import { studentInputs } from '#tests/factories/designation-factory.server.ts';
import { makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import type { DesignationScene } from '#tests/support/designation-scene.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

const REMOVALS = 8;
const SAVERS = 12;
const SAVES = 6;

let orm: Orm;
let scene: DesignationScene;
useDesignationScene((given) => ({ orm, scene } = given), { poolMax: 20 });

describe('people who are removed from a school while they save', () => {
  it(`store nothing after their removal: ${SAVERS} savers of one designation, ${REMOVALS} removals`, async () => {
    const { id } = await scene.draft({ classSize: 30 });
    const highSchoolId = scene.school.id;
    const savers = await Promise.all(
      Array.from({ length: SAVERS }, async () => (await makeCounselor(orm, [highSchoolId])).actor),
    );
    const refusals: unknown[] = [];
    const saveOften = async (actor: (typeof savers)[number]) => {
      for (let save = 0; save < SAVES; save += 1) {
        const patch = DesignationPatchSchema.parse({
          classSize: 30,
          students: studentInputs(1 + (save % 3)),
        });
        await patchDesignation(makeCtx({ orm, actor }), { id, patch, ifMatch: null }).catch(
          (error: unknown) => refusals.push(error),
        );
      }
    };
    const editsBy = (userId: string) => orm.em.fork().count(EventEntity, { subjectId: id, actor: userId });
    const editsAtRemoval = new Map<string, number>();
    const removeOneByOne = async () => {
      for (const { id: userId } of savers.slice(0, REMOVALS)) {
        await removeStaff(makeCtx({ orm, actor: scene.admin }), { highSchoolId, userId });
        editsAtRemoval.set(userId, await editsBy(userId));
      }
    };
    await Promise.all([removeOneByOne(), ...savers.map(saveOften)]);

    for (const [userId, edits] of editsAtRemoval) expect(await editsBy(userId)).toBe(edits);
    for (const { id: userId } of savers.slice(REMOVALS)) expect(await editsBy(userId)).toBeGreaterThan(0);
    expect(refusals.length).toBeGreaterThan(0);
    expect(refusals.filter((refusal) => !(refusal instanceof NotFound))).toEqual([]);
  });
});
