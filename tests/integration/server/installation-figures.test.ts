import { beforeEach, expect, it } from 'vitest';
import { openFiguresReader } from '#app/domain/installation/installation-figures.server.ts';
import { Forbidden } from '#app/lib/domain-errors.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import type { Orm } from '#db/orm.server.ts';
import { deliveryEmails, makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { actorOf, makeUser } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';

const database = useDatabase('each test');
let orm: Orm;

beforeEach(async () => {
  orm = await database.openOrm();
});

it("the installation's figures count waiting emails each time, and finished ones once a minute", async () => {
  await makeDelivery(orm, { emails: deliveryEmails(3) });
  const read = openFiguresReader();
  const emailsAt = async (seconds: number) =>
    (await read(makeCtx({ orm, now: () => new Date(Date.UTC(2026, 10, 1, 0, 0, seconds)) }))).emails;
  expect(await emailsAt(0)).toMatchObject({ QUEUED: 3, SENT: 0 });
  await orm.em.fork().nativeUpdate(OutboxMailEntity, { toAddress: 'person0@example.org' }, { state: 'SENT' });
  expect(await emailsAt(59)).toMatchObject({ QUEUED: 2, SENT: 0 });
  expect(await emailsAt(60)).toMatchObject({ QUEUED: 2, SENT: 1 });
});

it("only administrators can read the installation's figures", async () => {
  const actor = actorOf(await makeUser(orm));
  expect(await refusalOf(openFiguresReader()(makeCtx({ orm, actor })))).toBeInstanceOf(Forbidden);
});
