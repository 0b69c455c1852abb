import { beforeEach, describe, expect, it } from 'vitest';
import {
  EmailSendResponseSchema,
  EmailTemplateResponseSchema,
  DeliveryDetailsSchema,
} from '#app/schemas/email.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeAudienceScene } from '#tests/support/audience-scene.server.ts';
import { type RestClient, useRest } from '#tests/support/rest-client.server.ts';

const rest = useRest({ per: 'each test' });

let admin: RestClient;
beforeEach(async () => {
  const scene = await makeAudienceScene(rest.orm);
  admin = await rest.as(scene.admin.id);
});

const listed = async (query = '') =>
  (await admin.get(`/api/emails${query}`)).read(EmailTemplateResponseSchema.array()).map(({ name }) => name);
const create = async (body: object) =>
  (await admin.post('/api/emails/create', { subject: 'Today', body: 'Text', ...body })).read(
    EmailTemplateResponseSchema,
  );

describe('a one-off email', () => {
  it('is left out of the list of templates and of its count, and listed with oneOff', async () => {
    await create({ name: 'Every year' });
    const { isOneOff } = await create({ name: 'Only today', isOneOff: true, startWith: 'NEWS' });
    expect(isOneOff).toBe(true);
    expect(await listed()).toEqual(['Every year']);
    expect(await listed('?oneOff=false')).toEqual(['Every year']);
    expect(await listed('?oneOff=true')).toEqual(['Only today']);
    const page = await admin.get('/api/emails?limit=10');
    expect(page.headers.get('x-total-count')).toBe('1');
    expect((await admin.get('/api/emails?oneOff=maybe')).status).toBe(400);
  });

  it('is sent like a template, and its delivery names it', async () => {
    const { id } = await create({ name: 'Only today', isOneOff: true });
    const sent = await admin.post(`/api/emails/${id}/send`, { target: 'ADMINS' });
    const { deliveryId } = sent.read(EmailSendResponseSchema);
    const delivery = (await admin.get(`/api/emails/deliveries/${deliveryId}`)).read(DeliveryDetailsSchema);
    expect(delivery.template).toEqual({ id, name: 'Only today' });
  });

  it('stays one when it is changed, and a template copied from it is listed', async () => {
    const { id } = await create({ name: 'Only today', isOneOff: true });
    await admin.patch(`/api/emails/${id}`, { subject: 'Tonight', isOneOff: false });
    expect(await listed('?oneOff=true')).toEqual(['Only today']);
    await create({ name: 'From now on', subject: '', body: '', startWith: id });
    expect(await listed()).toEqual(['From now on']);
  });

  it('is shown to administrators only', async () => {
    await makeTemplate(rest.orm, { name: 'Secret', isOneOff: true });
    const staff = await rest.as((await makeCounselor(rest.orm, [])).user.id);
    const refused = await staff.get('/api/emails?oneOff=true');
    expect(refused.status).toBe(403);
    expect(JSON.stringify(refused.body)).not.toContain('Secret');
  });
});
