import { beforeEach, expect, it } from 'vitest';
import { EmailTemplateResponseSchema, PreviewResponseSchema } from '#app/schemas/email.ts';
import { STARTERS } from '#app/schemas/email-starters.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { type RestClient, useRest } from '#tests/support/rest-client.server.ts';
import { UNKNOWN_ID } from '#tests/support/rest-errors.ts';

const rest = useRest({ per: 'each test' });

let client: RestClient;
beforeEach(async () => {
  client = await rest.as((await makeAdmin(rest.orm)).id);
});

const create = (body: object) => client.post('/api/emails/create', { name: 'News', ...body });
const made = async (body: object) => (await create(body)).read(EmailTemplateResponseSchema);

it.each(STARTERS)('a template starts with the layout %s, which can be sent unchanged', async (startWith) => {
  const { id, richText } = await made({ startWith });
  expect(richText).toBe(true);
  const preview = (await client.get(`/api/emails/${id}/preview`)).read(PreviewResponseSchema);
  expect(preview.html).toContain('#1f6657');
  expect(preview.subject).not.toContain('{{');
});

it("a starter layout uses the office's color", async () => {
  await client.patch('/api/settings', { accentColor: '#0b5394' });
  const { body } = await made({ startWith: 'ANNOUNCEMENT' });
  expect(body).toContain('background-color="#0b5394"');
});

it('a template that starts from another copies it, except for what the request has', async () => {
  const { id } = await made({ subject: 'Today', body: 'Hello {{firstName}}' });
  expect(await made({ name: 'Copy', startWith: id })).toMatchObject({
    name: 'Copy',
    subject: 'Today',
    body: 'Hello {{firstName}}',
    richText: false,
  });
  expect(await made({ subject: 'Tomorrow', startWith: id })).toMatchObject({
    subject: 'Tomorrow',
    body: 'Hello {{firstName}}',
  });
});

it('an email template that starts with an unknown layout or template is refused', async () => {
  expect((await create({ startWith: 'POSTER' })).status).toBe(400);
  expect((await create({ startWith: UNKNOWN_ID })).status).toBe(404);
});
