import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EmailSendResponseSchema } from '#app/schemas/email.ts';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { type AudienceScene, makeAudienceScene } from '#tests/support/audience-scene.server.ts';
import { type RestResponse, type RestClient, useRest } from '#tests/support/rest-client.server.ts';

const rest = useRest({ per: 'each test' });
let scene: AudienceScene;
let admin: RestClient;
let template: string;

beforeEach(async () => {
  scene = await makeAudienceScene(rest.orm);
  admin = await rest.as(scene.admin.id);
  template = await makeTemplate(rest.orm);
});

const em = () => rest.orm.em.fork();
const stored = async () => [await em().count(EmailDeliveryEntity), await em().count(OutboxMailEntity)];

const send = (body: object, by = admin) => by.post(`/api/emails/${template}/send`, body);
const issuesOf = ({ status, body }: RestResponse) => [
  status,
  ...z
    .object({ issues: z.array(z.object({ path: z.array(z.string()), message: z.string() })) })
    .parse(body)
    .issues.map(({ path, message }) => [path.join('.'), message]),
];

describe('selected schools and people', () => {
  it('receive the email', async () => {
    const { schools, people } = scene;
    const choice = { target: 'SELECTED', schoolIds: [schools.Alder.id], userIds: [people.eve.id] };
    expect((await admin.post('/api/emails/recipients', choice)).body).toEqual({ recipients: 2 });
    expect((await send(choice)).read(EmailSendResponseSchema).sentEmails).toBe(2);
    const again = await send({ ...choice, schoolIds: [schools.Alder.id, schools.Alder.id] });
    expect(again.status).toBe(409);
    expect(await stored()).toEqual([1, 2]);
  });

  it('are refused for too many, none, and anyone but administrators', async () => {
    const { schools, people } = scene;
    const ids = Array.from({ length: 51 }, () => crypto.randomUUID());
    expect(issuesOf(await send({ target: 'SELECTED', schoolIds: ids }))).toEqual([
      400,
      ['schoolIds', 'Choose at most 50 schools.'],
    ]);
    expect(issuesOf(await send({ target: 'SELECTED', userIds: ids }))).toEqual([
      400,
      ['userIds', 'Choose at most 50 people.'],
    ]);
    expect(issuesOf(await send({ target: 'SELECTED' }))).toEqual([
      400,
      ['target', "There's no one to send to."],
    ]);
    const staff = await rest.as(people.ann.id);
    const own = { target: 'SELECTED', schoolIds: [schools.Alder.id] };
    expect((await send(own, staff)).status).toBe(403);
    expect((await staff.post('/api/emails/recipients?people=true', own)).status).toBe(403);
    expect(await stored()).toEqual([0, 0]);
  });
});
