import { beforeEach, expect, it } from 'vitest';
import { EmailTemplateResponseSchema, PreviewResponseSchema } from '#app/schemas/email.ts';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { pngOf } from '#tests/fixtures/logo-images.ts';
import { addBounce, type AudienceScene, makeAudienceScene } from '#tests/support/audience-scene.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { conflict } from '#tests/support/rest-errors.ts';
import { snapshotOfRows } from '#tests/support/stored-rows.server.ts';

const rest = useRest({ per: 'each test', mail: true });
let scene: AudienceScene;

beforeEach(async () => {
  scene = await makeAudienceScene(rest.orm);
});

it('a test is sent only to the caller, with merge fields filled in, and creates no delivery', async () => {
  const admin = await rest.as(scene.admin.id);
  const body =
    '<mjml><mj-body><mj-section><mj-column><mj-text>Dear {{firstName}} of {{schools}}: {{year}}</mj-text></mj-column></mj-section></mj-body></mjml>';
  const id = await makeTemplate(rest.orm, { subject: 'To {{lastName}}', body, richText: true });
  expect((await admin.post(`/api/emails/${id}/test`)).status).toBe(204);
  const email = await rest.mail.waitForEmailTo('ada@x.example.org');
  expect(email.subject).toBe('To Example');
  expect(email.text.trim()).toBe('Dear Ada of Example High School: 2026');
  expect(email.html).toContain('Dear Ada of Example High School');
  expect(await snapshotOfRows(rest.orm, [OutboxMailEntity, EmailDeliveryEntity])).toEqual([[], []]);
});

it("an email that shows the office's logo has it inline, and is sent without the image if there's none", async () => {
  const admin = await rest.as(scene.admin.id);
  const id = (await admin.post('/api/emails/create', { name: 'News', startWith: 'NEWS' })).read(
    EmailTemplateResponseSchema,
  ).id;
  const received = async (count: number) => {
    const { html, parsed } = await rest.mail.waitForEmailTo('ada@x.example.org', count);
    const attached = parsed.attachments.map(({ cid, contentDisposition, content }) => [
      ...[cid, contentDisposition, content.length],
    ]);
    return [[...html.matchAll(/src="([^"]*)"/g)].map(([, source]) => source?.slice(0, 14)), attached];
  };
  const previewed = async () =>
    (await admin.get(`/api/emails/${id}/preview`)).read(PreviewResponseSchema).html.match(/src="[^"]{14}/g);
  await admin.patch('/api/settings', { logoImage: pngOf(200, 80).toString('base64') });
  await admin.post(`/api/emails/${id}/test`);
  // mailparser replaces the address of an inline image with its data.
  const withLogo = [['data:image/png'], [['logo', 'inline', 64]]];
  expect(await received(1)).toEqual(withLogo);
  expect(await previewed()).toEqual(['src="data:image/png']);
  await admin.post(`/api/emails/${id}/send`, { target: 'ADMINS' });
  expect(await received(2)).toEqual(withLogo);
  await admin.patch('/api/settings', { logoImage: null });
  await admin.post(`/api/emails/${id}/test`);
  expect(await received(3)).toEqual([[], []]);
  expect(await previewed()).toBeNull();
});

it('a test that the mail server refuses returns an error with its response', async () => {
  const admin = await rest.as(scene.admin.id);
  const id = await makeTemplate(rest.orm);
  const path = `/api/emails/${id}/test`;
  const refusal = (why: string) => [409, conflict(`The test email to ada@x.example.org wasn't sent. ${why}`)];
  const response = async () => {
    const { status, body } = await admin.post(path);
    return [status, body];
  };
  rest.mail.behave({ kind: 'defer', message: '4.2.1 Mailbox busy' });
  expect(await response()).toEqual(refusal('The mail server said: 451 4.2.1 Mailbox busy'));
  rest.mail.behave({ kind: 'refuse', code: 554, message: '5.7.1 No' });
  expect(await response()).toEqual(refusal('The mail server said: 554 5.7.1 No'));
  rest.mail.behave({ kind: 'close' });
  expect(await response()).toEqual(refusal("The mail server isn't responding."));
  rest.mail.reset();
  await addBounce(rest.orm, 'ada@x.example.org');
  expect(await response()).toEqual([
    409,
    conflict(
      'Email to ada@x.example.org bounced. An administrator can resume email to it on the Bounced addresses page. Then try again.',
    ),
  ]);
  expect(rest.mail.emails).toEqual([]);
});

it("a test of an email that can't be sent is refused", async () => {
  const admin = await rest.as(scene.admin.id);
  for (const body of ['', '{{nickname}}']) {
    const id = await makeTemplate(rest.orm, { body });
    expect((await admin.post(`/api/emails/${id}/test`)).status).toBe(400);
  }
});
