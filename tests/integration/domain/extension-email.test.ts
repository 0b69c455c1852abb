import { expect, it } from 'vitest';
import { grantExtension } from '#app/domain/academic-years/extensions.server.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { EventEntity } from '#db/entities/event.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeCounselor, makeStaff, makeUser } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import type { DesignationScene } from '#tests/support/designation-scene.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

let orm: Orm;
let scene: DesignationScene;
useDesignationScene((given) => ({ orm, scene } = given), {
  per: 'each test',
  year: { dueAt: new Date('2026-12-16T02:00:00.000Z') },
});

async function grant(dueAt: string, reason = 'A storm closed the school.') {
  const { id: yearId } = await orm.em.fork().findOneOrFail(AcademicYearEntity, { status: 'ACTIVE' });
  const ctx = makeCtx({
    ...{ orm, actor: scene.admin, settings: { timeZone: 'America/Anchorage' } },
    now: () => new Date('2026-12-01T00:00:00.000Z'),
  });
  await grantExtension(ctx, { yearId, extension: { highSchoolId: scene.school.id, dueAt, reason } });
}

const emails = () =>
  orm.em.fork().find(OutboxMailEntity, {}, { orderBy: { createdAt: 'asc', toAddress: 'asc' } });

it('an extension emails all staff of the school the new due date and the reason', async () => {
  const colleague = await makeUser(orm, { email: 'colleague@x.example.org' });
  await makeStaff(orm, { highSchoolId: scene.school.id, userId: colleague.id });
  const deletedUser = await makeUser(orm, { email: 'gone@x.example.org', flags: ['DELETED'] });
  await makeStaff(orm, { highSchoolId: scene.school.id, userId: deletedUser.id });
  await makeCounselor(orm, [scene.otherSchool.id], { email: 'elsewhere@x.example.org' });

  await grant('2026-12-20T02:00:00.000Z');

  const written = await emails();
  expect(written.map(({ toAddress }) => toAddress).sort()).toEqual(
    [scene.counselor.email, 'colleague@x.example.org'].sort(),
  );
  const [email] = written;
  expect(email?.subject).toBe(
    `${scene.school.name}: the 2026 designation is now due Dec 19, 2026, 5:00 PM AKST`,
  );
  expect(email?.textBody).toContain('Its 2026 designation is now due on Dec 19, 2026, 5:00 PM AKST.');
  expect(email?.textBody).toContain('Reason: A storm closed the school.');
});

it('a changed extension emails the school again for another date, but not for another reason alone', async () => {
  await grant('2026-12-20T02:00:00.000Z');
  await grant('2026-12-20T02:00:00.000Z', 'The power was out.');
  expect(await emails()).toHaveLength(1);
  const granted = () => orm.em.fork().count(EventEntity, { kind: 'highSchool.extensionGranted' });
  expect(await granted()).toBe(2);
  await grant('2026-12-20T02:00:00.000Z', 'The power was out.');
  expect(await granted()).toBe(2);
  await grant('2026-12-22T02:00:00.000Z');
  expect(await emails()).toHaveLength(2);
});
