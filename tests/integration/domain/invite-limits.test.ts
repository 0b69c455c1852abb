import { afterAll, beforeAll, expect, it } from 'vitest';
import { STAFF_INVITES_A_DAY } from '#app/config/constants.ts';
import { inviteStaff } from '#app/domain/invites/create-invites.server.ts';
import { resendInvite } from '#app/domain/invites/open-invite.server.ts';
import { RateLimited } from '#app/lib/domain-errors.ts';
import type { UserActor } from '#app/policy/actor.ts';
import { mapError } from '#app/server/error-responses.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { HighSchoolStaffInviteEntity } from '#db/entities/high-school-staff-invite.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor, makeInvite } from '#tests/factories/user-factory.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';

const database = useDatabase();
const clock = createTestClock();
let orm: Orm;
beforeAll(async () => {
  orm = await openOrm(database.url);
});
afterAll(() => orm.close(true));

const as = (actor: UserActor) => makeCtx({ orm, actor, now: clock.now });
const HOUR_MS = 3_600_000;

it("a staff member can invite fifty people in 24 hours; failed attempts and administrators' invites don't count", async () => {
  const { id: highSchoolId } = await makeSchool(orm);
  const { actor } = await makeCounselor(orm, [highSchoolId]);
  const { actor: colleague } = await makeCounselor(orm, [highSchoolId]);
  const admin = actorOf(await makeAdmin(orm));
  const invite = (who: UserActor, name: string | number) =>
    inviteStaff(as(who), { highSchoolId, email: `new${name}@school.example.org` });
  const invites = () => orm.em.fork().count(HighSchoolStaffInviteEntity);
  for (let n = 0; n < STAFF_INVITES_A_DAY; n += 1) await invite(actor, n);
  await refusalOf(invite(colleague, 0));
  clock.advance(HOUR_MS);
  const refusal = await refusalOf(invite(actor, 'one'));
  expect(refusal).toEqual(
    new RateLimited(
      "You've invited 50 people in the past 24 hours. Try again in 23 hours, or ask an administrator.",
      23 * 3600,
    ),
  );
  expect(mapError(refusal, '')).toMatchObject({ status: 429, headers: { 'Retry-After': '82800' } });
  expect(await invites()).toBe(STAFF_INVITES_A_DAY);
  await invite(admin, 'by-admin');
  await invite(colleague, 'by-colleague');
  clock.advance(23 * HOUR_MS);
  await invite(actor, 'one');
  expect(await invites()).toBe(STAFF_INVITES_A_DAY + 3);
});

it('an invite can be resent at most once a minute, regardless of others', async () => {
  const admin = actorOf(await makeAdmin(orm));
  const [one, other] = [await makeInvite(orm), await makeInvite(orm)];
  await resendInvite(as(admin), one.id);
  clock.advance(20_000);
  expect(await refusalOf(resendInvite(as(admin), one.id))).toEqual(
    new RateLimited('This invite was sent a moment ago. Try again in 40 seconds.', 40),
  );
  await resendInvite(as(admin), other.id);
  clock.advance(40_000);
  await resendInvite(as(admin), one.id);
  const sentTo = (email: string) => orm.em.fork().count(OutboxMailEntity, { toAddress: email });
  expect([await sentTo(one.email), await sentTo(other.email)]).toEqual([2, 1]);
});
