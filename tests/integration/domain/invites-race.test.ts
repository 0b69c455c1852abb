import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inviteStaff } from '#app/domain/invites/create-invites.server.ts';
import { createAccount } from '#app/domain/users/create-account.server.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { HighSchoolStaffInviteEntity } from '#db/entities/high-school-staff-invite.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';

const database = useDatabase();
let orm: Orm;
beforeAll(async () => {
  orm = await openOrm(database.url);
});
afterAll(() => orm.close(true));

const ROUNDS = 25;

it('no invite is lost if the account of its address is created concurrently', async () => {
  const schools = [await makeSchool(orm), await makeSchool(orm)];
  const { actor } = await makeCounselor(
    orm,
    schools.map(({ id }) => id),
  );
  for (let round = 0; round < ROUNDS; round += 1) {
    const email = `newcomer${round}@school.example.org`;
    const newcomer = { kind: 'newcomer', email, sessionId: randomUUID() } as const;
    await Promise.all([
      inviteStaff(makeCtx({ orm, actor }), { highSchoolId: schools[0]?.id ?? '', email }),
      createAccount(makeCtx({ orm, actor: newcomer }), {
        firstName: 'New',
        lastName: 'Comer',
        email,
        phone: '(907) 555-0100',
        clientAddress: '192.0.2.1',
        userAgent: 'tests',
      }),
      inviteStaff(makeCtx({ orm, actor }), { highSchoolId: schools[1]?.id ?? '', email }),
    ]);
  }
  const em = orm.em.fork();
  const invites = await em.count(HighSchoolStaffInviteEntity);
  const memberships = await em.count(HighSchoolStaffEntity, { user: { email: { $like: 'newcomer%' } } });
  expect(invites + memberships).toBe(2 * ROUNDS);
});
