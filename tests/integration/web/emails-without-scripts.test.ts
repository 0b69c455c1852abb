import { beforeAll, expect, it } from 'vitest';
import { EmailTemplateEntity } from '#db/entities/email-template.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { deliveryEmails, makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { makeRule } from '#tests/factories/reminder-rule-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { sessionCookie } from '#tests/support/rest-session.server.ts';
import { renderedBuild, scriptlessPage } from '#tests/support/scriptless-page.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const rest = useRest({ build: renderedBuild });
const PEOPLE = 51;
let yearId: string;

beforeAll(async () => {
  yearId = (await makeYear(rest.orm)).id;
  for (let number = 1; number <= PEOPLE; number += 1) {
    const two = String(number).padStart(2, '0');
    const { id } = await makeSchool(rest.orm, { name: `High ${two}` });
    await makeCounselor(rest.orm, [id], {
      ...{ firstName: 'Sam', lastName: `S${two}`, email: `s${two}@x.example.org` },
    });
  }
});

const recipients = async () =>
  (await storedRows(rest.orm, OutboxMailEntity, ['toAddress'], { where: { delivery: { $ne: null } } })).map(
    ({ toAddress }) => toAddress,
  );

it('an email keeps its selection over pages, is sent after a confirmation, and warns another administrator that it was sent, without scripts', async () => {
  const id = await makeTemplate(rest.orm, { name: 'Deadline', subject: 'News', body: 'Dear {{firstName}}' });
  const path = `/emails/${id}/send?target=ALL_HIGH_SCHOOLS`;
  const ann = await makeAdmin(rest.orm, { firstName: 'Ann', lastName: 'Early' });
  const page = await scriptlessPage(rest, ann);
  await page.goto(path);
  page.check('included', 's01@x.example.org', false);
  await page.press('Next');
  expect(page.text()).toContain(`Showing person 51 of ${PEOPLE}`);
  await page.press('Send email');
  expect(page.text()).toContain('Send “Deadline” to 50 people?');
  expect(await recipients()).toEqual([]);
  await page.press('Send to 50 people');
  expect(page.path).toMatch(/^\/emails\/deliveries\/[\w-]+$/);
  expect((await recipients()).length).toBe(50);
  expect(await recipients()).not.toContain('s01@x.example.org');

  const other = await scriptlessPage(rest, await makeAdmin(rest.orm));
  await other.goto(path);
  await other.press('Send email');
  const already = /Ann Early sent this email to this audience on .*? \(50 people\)\./g;
  expect(other.text().match(already)?.length).toBeGreaterThanOrEqual(2);
  await other.press('Skip people who already received it');
  expect(other.text()).toContain(`1 of ${PEOPLE} recipients`);
  await other.press('Send email');
  await other.press('Send to 1 person');
  expect(other.path).toMatch(/^\/emails\/deliveries\/[\w-]+$/);
  expect((await recipients()).length).toBe(PEOPLE);
});

it('a template is written, shown, and saved without scripts', async () => {
  const page = await scriptlessPage(rest, await makeAdmin(rest.orm));
  await page.goto('/emails');
  page.fill({ name: 'Plain' });
  await page.press('Create email template');
  const template = page.path;
  page.fill({ body: 'Hello <b> {{firstName}}' });
  expect(await page.press('Show preview')).toBe(200);
  expect(page.html).toContain('Hello &#60;b&#62; Ada');
  await page.goto(template);
  page.fill({ body: 'Hello <b> {{firstName}}' });
  await page.press('Save');
  expect(page.text()).toContain('Changes saved!');
  expect(await rest.orm.em.fork().findOneOrFail(EmailTemplateEntity, { name: 'Plain' })).toMatchObject({
    ...{ body: 'Hello <b> {{firstName}}', version: 2 },
  });
});

it("the preview of an email allows only styles and images, and only our pages' frames", async () => {
  const { orm, settings, clock } = rest;
  const cookie = await sessionCookie({ orm, settings, now: clock.now }, (await makeAdmin(orm)).id);
  const body = new URLSearchParams({ name: 'News', subject: 'News', body: 'Hello' });
  const headers = { Accept: 'text/html', Cookie: cookie.split(';')[0] ?? '' };
  const request = new Request('http://localhost:3000/emails/preview', { method: 'POST', headers, body });
  const response = await rest.fetch(request);
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('Hello')]);
  expect(response.headers.get('X-Frame-Options')).toBe('SAMEORIGIN');
  expect(response.headers.get('Content-Security-Policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox",
  );
});

it('the preview of an email says in its frame that the session ended', async () => {
  const body = new URLSearchParams({ name: 'News', subject: 'News', body: 'Hello' });
  const headers = { Accept: 'text/html', 'Sec-Fetch-Dest': 'iframe' };
  const request = new Request('http://localhost:3000/emails/preview', { method: 'POST', headers, body });
  const response = await rest.fetch(request);
  expect([response.status, await response.text()]).toEqual([
    401,
    expect.stringContaining('Your session has ended. Sign in again to see the preview.'),
  ]);
});

it('a scheduled delivery is listed, and canceled without scripts', async () => {
  const scheduledAt = new Date(rest.clock.now().getTime() + 3_600_000);
  const { id } = await makeDelivery(rest.orm, {
    ...{ templateName: 'For later', scheduledAt, createdAt: rest.clock.now(), emails: deliveryEmails(2) },
  });
  const page = await scriptlessPage(rest, await makeAdmin(rest.orm));
  await page.goto('/emails/deliveries');
  const row = page.texts('tr').find((text) => text.includes('For later'));
  expect(row).toContain('News for {{firstName}}');
  expect(row).toContain('All high schools, 2026');
  expect(row).toContain('Scheduled for ');
  await page.goto(`/emails/deliveries/${id}`);
  expect(page.text()).toContain('Sending starts');
  expect(page.text()).toContain('0 of 2 emails processed');
  expect(page.html).toMatch(/<progress[^>]* value="0"/);
  expect(page.texts('.page-header-subtitle')[0]).toMatch(/^Scheduled for .+ Created .+by a reminder$/);
  await page.press('Cancel delivery');
  expect(page.text()).toContain('Canceled. No more emails will be sent.');
  expect(page.text()).toContain('0 of 2 emails were sent; 2 were canceled.');
  expect(page.texts('.page-header-subtitle')[0]).toMatch(/^Canceled .+ Created .+by a reminder$/);
  expect(page.texts('tr').filter((text) => text.includes(' Canceled'))).toHaveLength(2);
  expect(page.text()).toContain('Scheduled → Canceled');
});

it("a delivery shows its message and audience after its template was deleted, and a link to each recipient's message", async () => {
  const { id } = await makeDelivery(rest.orm, { status: 'FINISHED', emails: deliveryEmails(3) });
  const page = await scriptlessPage(rest, await makeAdmin(rest.orm));
  await page.goto(`/emails/deliveries/${id}`);
  expect(page.texts('dt').slice(-5)).toEqual(['Subject', 'Email', 'Audience', 'Year', 'Positions']);
  expect(page.texts('dd').slice(-5)).toEqual([
    ...['News for {{firstName}}', 'News (deleted)', 'All high schools', '2026', 'All staff'],
  ]);
  const row = page.texts('tr').find((text) => text.includes('person2@example.org'));
  expect(row).toContain('Ada2 Byron');
  expect(row).toContain('Aurora High');
  await page.goto(page.links('Show message to Ada2 Byron')[0] ?? '');
  expect(page.html).toContain('News for Ada2');
});

it("an email that can't be sent says what is missing, to outstanding schools and as a reminder", async () => {
  const empty = await makeTemplate(rest.orm, { name: 'Not written', subject: '', body: ' \n' });
  await makeTemplate(rest.orm, { name: 'Without subject', subject: '', body: 'Text' });
  const page = await scriptlessPage(rest, await makeAdmin(rest.orm));
  await page.goto('/outstanding-schools');
  const rowOf = (name: string) => page.texts('tr').find((text) => text.startsWith(name));
  expect(rowOf('Without subject')).toContain('It has no subject yet.');
  expect(page.links('Without subject')).toHaveLength(1);
  expect(rowOf('Not written')).toContain("It has no text yet and can't be sent.");
  expect(page.links(/./)).toContainEqual(expect.stringContaining(`/emails/${empty}`));

  await makeRule(rest.orm, {
    ...{ academicYearId: yearId, templateId: empty, daysBefore: 7, states: ['NOT_STARTED'] },
  });
  await page.goto('/emails/reminders');
  expect(page.texts('tr').find((text) => text.includes('7 days before'))).toContain(
    'On hold: This email has no text yet.',
  );
});
