import { beforeEach, expect, it } from 'vitest';
import { inTransaction } from '#app/domain/ctx.server.ts';
import { acceptOwnInvite } from '#app/domain/invites/own-invites.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { Conflict, NotFound } from '#app/lib/domain-errors.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeInvite, makeUser } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { lockWaits } from '#tests/support/lock-waits.server.ts';

const database = useDatabase('each test');
let orm: Orm;
beforeEach(async () => {
  orm = await database.openOrm();
});

async function invitedToSchool() {
  const school = await makeSchool(orm);
  const actor = actorOf(await makeUser(orm));
  const invite = await makeInvite(orm, { email: actor.email, schools: [{ highSchoolId: school.id }] });
  return { school, actor, id: invite.staffInviteIds[0] ?? '' };
}

it('an invite to a school that is being deactivated is refused', async () => {
  const { school, actor, id } = await invitedToSchool();
  const { refusal } = await inTransaction(makeCtx({ orm }), async (tx) => {
    const locked = await lockRow(tx, HighSchoolEntity, { id: school.id });
    const accepting = refusalOf(acceptOwnInvite(makeCtx({ orm, actor }), id));
    await expect.poll(() => lockWaits(orm), { timeout: 20_000, interval: 20 }).toBe(1);
    if (locked !== null) tx.em.assign(locked, { status: 'INACTIVE' });
    return { refusal: accepting };
  });
  expect(await refusal).toBeInstanceOf(Conflict);
  expect(await orm.em.fork().count(HighSchoolStaffEntity)).toBe(0);
});

it("someone else's invite is refused without waiting for the school", async () => {
  const { school, id } = await invitedToSchool();
  const actor = actorOf(await makeUser(orm));
  const refusal = await inTransaction(makeCtx({ orm }), async (tx) => {
    await lockRow(tx, HighSchoolEntity, { id: school.id });
    return refusalOf(acceptOwnInvite(makeCtx({ orm, actor }), id));
  });
  expect(refusal).toBeInstanceOf(NotFound);
});
