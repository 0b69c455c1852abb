import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  deliveredMessage,
  getDelivery,
  getDeliveryContents,
} from '#app/domain/emails/read-deliveries.server.ts';
import { sendEmail } from '#app/domain/emails/send-email.server.ts';
import { Forbidden, NotFound } from '#app/lib/domain-errors.ts';
import { EmailTemplateEntity } from '#db/entities/email-template.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { actorOf } from '#tests/factories/user-factory.server.ts';
import { addBounce, type AudienceScene, makeAudienceScene } from '#tests/support/audience-scene.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';

const database = useDatabase();
let orm: Orm;
let scene: AudienceScene;
beforeAll(async () => {
  orm = await openOrm(database.url);
  scene = await makeAudienceScene(orm);
});
afterAll(() => orm.close(true));

it('a delivery keeps its recipients, skipped people, and text, even if the template changes', async () => {
  const ctx = makeCtx({ orm });
  await addBounce(orm, 'dan@x.example.org');
  const template = { name: 'Spring', subject: 'For {{schools}}', body: 'Dear {{firstName}}, {{year}}.' };
  const templateId = await makeTemplate(orm, template);
  const { deliveryId: id } = await sendEmail(ctx, {
    templateId,
    choice: { target: 'ALL_HIGH_SCHOOLS', positions: ['PRINCIPAL', 'REGISTRAR', 'STAFF'] },
    except: ['ben@x.example.org', 'nobody@x.example.org'],
    again: false,
    key: null,
  });
  expect(await getDelivery(ctx, id)).toMatchObject({
    subject: 'For {{schools}}',
    audience: {
      target: 'ALL_HIGH_SCHOOLS',
      positions: ['PRINCIPAL', 'REGISTRAR', 'STAFF'],
      year: 2026,
      criteria: null,
      status: null,
    },
  });
  const { deselected, leftOut, reminder } = await getDeliveryContents(ctx, id);
  expect(reminder).toBeNull();
  expect(deselected).toEqual([{ email: 'ben@x.example.org', firstName: 'Ben', lastName: 'Baker' }]);
  expect(leftOut).toEqual([
    { why: 'DELETED', people: 1 },
    { why: 'NO_ADDRESS', people: 1 },
    { why: 'BOUNCED', people: 1 },
    { why: 'EXCEPTED', people: 1 },
  ]);

  await orm.em.fork().nativeDelete(EmailTemplateEntity, { id: templateId });
  expect((await getDelivery(ctx, id)).template).toEqual({ id: null, name: 'Spring' });
  const message = await deliveredMessage(ctx, { deliveryId: id, email: 'ann@x.example.org' });
  expect([message.subject, message.text]).toEqual(['For Alder High', 'Dear Ann, 2026.']);
  const to = (email: string) => deliveredMessage(ctx, { deliveryId: id, email });
  await expect(to('ben@x.example.org')).rejects.toThrow(NotFound);
});

it('only administrators can see the contents of a delivery', async () => {
  const { id } = await makeDelivery(orm, { emails: [{ to: 'ann@x.example.org' }] });
  const ctx = makeCtx({ orm, actor: actorOf(scene.people.ann) });
  await expect(getDeliveryContents(ctx, id)).rejects.toThrow(Forbidden);
  const input = { deliveryId: id, email: 'ann@x.example.org' };
  await expect(deliveredMessage(ctx, input)).rejects.toThrow(Forbidden);
});
