import { beforeEach, expect, it } from 'vitest';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
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

it('a test that the mail server refuses returns an error with its response', async () => {
  const admin = await rest.as(scene.admin.id);
  const id = await makeTemplate(rest.orm);
  const path = `/api/emails/${id}/test`;
  const refusal = (why: string) => [409, conflict(`The test email to ada@x.example.org wasn't sent. ${why}`)];
  const answer = async () => {
    const { status, body } = await admin.post(path);
    return [status, body];
  };
  rest.mail.behave({ kind: 'defer', message: '4.2.1 Mailbox busy' });
  expect(await answer()).toEqual(refusal('The mail server said: 451 4.2.1 Mailbox busy'));
  rest.mail.behave({ kind: 'refuse', code: 554, message: '5.7.1 No' });
  expect(await answer()).toEqual(refusal('The mail server said: 554 5.7.1 No'));
  rest.mail.behave({ kind: 'close' });
  expect(await answer()).toEqual(refusal("The mail server isn't responding."));
  rest.mail.reset();
  await addBounce(rest.orm, 'ada@x.example.org');
  expect(await answer()).toEqual([
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
