import { describe, expect, it } from 'vitest';
import { EmailTemplateResponseSchema, PreviewResponseSchema } from '#app/schemas/email.ts';
import { EmailTemplateEntity } from '#db/entities/email-template.ts';
import { EventEntity } from '#db/entities/event.ts';
import { makeRule } from '#tests/factories/reminder-rule-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeInvite, makeUser } from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import {
  conflict,
  FORBIDDEN,
  invalid,
  UNKNOWN_ID,
  NOT_FOUND,
  refused,
  VERSION_CONFLICT,
} from '#tests/support/rest-errors.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const rest = useRest({ per: 'each test' });

const asAdmin = async () => rest.as((await makeAdmin(rest.orm)).id);

const stored = () =>
  storedRows(rest.orm, EmailTemplateEntity, ['name', 'subject', 'body', 'richText', 'version'], {
    orderBy: { name: 'asc' },
  });

const events = (kind: string) =>
  storedRows(rest.orm, EventEntity, ['changes', 'channel'], {
    where: { subjectType: 'EMAIL_TEMPLATE', kind },
  });

async function made(admin: Awaited<ReturnType<typeof asAdmin>>, body: object) {
  const response = await admin.post('/api/emails/create', { name: 'News', ...body });
  expect(response.status).toBe(201);
  const template = response.read(EmailTemplateResponseSchema);
  return { ...template, path: `/api/emails/${template.id}` };
}

const mjml = (part: string) =>
  `<mjml><mj-body><mj-section><mj-column>\n${part}\n</mj-column></mj-section></mj-body></mjml>`;

describe('POST emails/create', () => {
  it('adds a template with an empty body, and an event', async () => {
    const response = await (await asAdmin()).post('/api/emails/create', { name: 'News' });
    const { id } = response.read(EmailTemplateResponseSchema);
    expect([response.status, response.headers.get('ETag'), response.body]).toEqual([
      201,
      '"1"',
      {
        id,
        name: 'News',
        subject: '',
        body: '',
        richText: false,
        isOneOff: false,
        version: 1,
        createdAt: '2026-11-21T21:00:00.000Z',
        updatedAt: '2026-11-21T21:00:00.000Z',
      },
    ]);
    expect(await events('emailTemplate.created')).toEqual([
      { changes: { name: { from: null, to: 'News' } }, channel: 'REST' },
    ]);
  });

  it.each([
    [{}, invalid([['name'], 'Name is required.'])],
    [
      { name: 'x', subject: 'a\r\nBcc: x@example.org' },
      invalid([['subject'], 'This contains hidden characters. Type it instead of pasting it.']),
    ],
    [
      { name: 'x', subject: 'a\u2028b' },
      invalid([['subject'], 'This contains hidden characters. Type it instead of pasting it.']),
    ],
    [
      { name: 'a\u202Eb' },
      invalid([['name'], 'This contains hidden characters. Type it instead of pasting it.']),
    ],
    [{ name: 'x', target: 'ADMINS' }, invalid([[], 'Unknown field: target.'])],
    [
      { name: 'x', body: mjml('<mj-include path="/etc/passwd" />'), richText: true },
      refused([['body'], "Line 2: mj-include can't be used. Put the content here."]),
    ],
    [
      { name: 'x', body: mjml('<mj-image src="file:///etc/passwd" />'), richText: true },
      refused([
        ['body'],
        'Line 2: src: only images from https:// URLs and the logo, cid:logo, can be shown.',
      ]),
    ],
    [
      { name: 'x', body: mjml('<mj-buton>x</mj-buton>'), richText: true },
      refused([['body'], "Line 2: <mj-buton> isn't an MJML element. Did you mean <mj-button>?"]),
    ],
    [
      { name: 'x', subject: '{{who}}' },
      refused([
        ['subject'],
        "{{who}} isn't a merge field. Use one of these: {{firstName}}, {{lastName}}, {{email}}, {{schools}}, {{year}}, {{appName}}, {{appUrl}}, {{contactEmail}}.",
      ]),
    ],
  ])('rejects %j with a reason', async (body, expected) => {
    const response = await (await asAdmin()).post('/api/emails/create', body);
    expect([response.status, response.body]).toEqual([400, expected]);
    expect(await stored()).toEqual([]);
    expect(await events('emailTemplate.created')).toEqual([]);
  });
});

describe('GET emails', () => {
  it('lists all by name, at once or by page', async () => {
    const admin = await asAdmin();
    for (const name of ['zebra', 'Äpfel', 'apple', 'Beta']) await made(admin, { name });
    const names = (body: unknown) =>
      EmailTemplateResponseSchema.array()
        .parse(body)
        .map(({ name }) => name);
    expect(names((await admin.get('/api/emails')).body)).toEqual(['Äpfel', 'apple', 'Beta', 'zebra']);
    const page = await admin.get('/api/emails?limit=2&offset=1&direction=asc');
    expect([names(page.body), page.headers.get('X-Total-Count')]).toEqual([['Beta', 'apple'], '4']);
  });
});

describe('PATCH emails/{id}', () => {
  it('changes the given fields, and records an event without the texts', async () => {
    const admin = await asAdmin();
    const { path } = await made(admin, { subject: 'Old', body: 'Old text' });
    const response = await admin.patch(path, { subject: 'New {{year}}', body: 'Text' });
    expect([response.status, response.headers.get('ETag')]).toEqual([200, '"2"']);
    expect((await admin.get(path)).body).toEqual(response.body);
    expect(await stored()).toEqual([
      { name: 'News', subject: 'New {{year}}', body: 'Text', richText: false, version: 2 },
    ]);
    expect(await events('emailTemplate.changed')).toEqual([
      {
        changes: {
          subject: { from: 'Old', to: 'New {{year}}' },
          body: { from: '8 characters', to: '4 characters' },
        },
        channel: 'REST',
      },
    ]);
  });

  it('keeps version and timeline if nothing changes', async () => {
    const admin = await asAdmin();
    const { path } = await made(admin, { body: 'Text' });
    for (const body of [{}, { body: 'Text', name: 'News' }]) {
      expect((await admin.patch(path, body)).read(EmailTemplateResponseSchema).version).toBe(1);
    }
    expect(await events('emailTemplate.changed')).toEqual([]);
  });

  it('rejects invalid MJML with line numbers, and plain text as MJML, and changes nothing', async () => {
    const admin = await asAdmin();
    const { path } = await made(admin, { body: 'Plain {{firstName}}' });
    const open = await admin.patch(path, { body: mjml('<mj-text>x'), richText: true });
    expect([open.status, open.body]).toEqual([
      400,
      refused([['body'], 'Line 2: <mj-text> is never closed.']),
    ]);
    const plain = await admin.patch(path, { richText: true });
    expect([plain.status, plain.body]).toEqual([
      400,
      refused([['body'], 'Line 1: MJML must begin with <mjml>, end with </mjml>, and contain <mj-body>.']),
    ]);
    expect(await stored()).toMatchObject([{ body: 'Plain {{firstName}}', richText: false, version: 1 }]);
  });

  it('returns 412 for an older version and changes nothing', async () => {
    const admin = await asAdmin();
    const { path } = await made(admin, {});
    expect((await admin.patch(path, { name: 'A' }, { 'If-Match': '"1"' })).status).toBe(200);
    const stale = await admin.patch(path, { name: 'B' }, { 'If-Match': '"1"' });
    expect([stale.status, stale.body]).toEqual([412, VERSION_CONFLICT]);
    const outdated = await admin.delete(path, { 'If-Match': '"1"' });
    expect([outdated.status, outdated.body]).toEqual([412, VERSION_CONFLICT]);
    expect(await stored()).toMatchObject([{ name: 'A', version: 2 }]);
  });
});

describe('DELETE emails/{id}', () => {
  it('removes the template and remembers its name', async () => {
    const admin = await asAdmin();
    const { path } = await made(admin, {});
    expect((await admin.delete(path, { 'If-Match': '"1"' })).status).toBe(204);
    expect((await admin.get(path)).status).toBe(404);
    expect(await events('emailTemplate.deleted')).toEqual([
      {
        changes: { name: { from: 'News', to: null } },
        channel: 'REST',
      },
    ]);
  });

  it('refuses to delete a template that a reminder uses', async () => {
    const admin = await asAdmin();
    const { id, path } = await made(admin, {});
    const year = await makeYear(rest.orm);
    await makeRule(rest.orm, { academicYearId: year.id, templateId: id, daysBefore: 3, states: ['STARTED'] });
    const response = await admin.delete(path);
    expect([response.status, response.body]).toEqual([
      409,
      conflict(
        'A reminder uses this email template. Change or remove the reminder before you delete the template.',
      ),
    ]);
    expect(await stored()).toHaveLength(1);
  });
});

describe('GET emails/{id}/preview', () => {
  const TEXT = '{{firstName}}|{{lastName}}|{{email}}|{{schools}}|{{year}}|{{appName}}';
  const text = async (admin: Awaited<ReturnType<typeof asAdmin>>, path: string) =>
    (await admin.get(path)).read(PreviewResponseSchema).text;

  it('renders with sample values, and for one recipient with their active schools', async () => {
    await makeYear(rest.orm, { year: 2031 });
    const user = await makeAdmin(rest.orm, { firstName: 'Ad', lastName: 'Min', email: 'ad@example.org' });
    const admin = await rest.as(user.id);
    const north = await makeSchool(rest.orm, { name: 'North' });
    const bay = await makeSchool(rest.orm, { name: 'bay <b>' });
    const shut = await makeSchool(rest.orm, { name: 'Shut', status: 'INACTIVE' });
    await makeCounselor(rest.orm, [north.id, bay.id, shut.id], {
      firstName: 'A&B',
      lastName: 'Lee',
      email: 'lee@example.org',
    });
    await makeInvite(rest.orm, { email: 'invited@example.org' });
    const { path } = await made(admin, { subject: 'For {{firstName}}', body: TEXT });
    expect(await text(admin, `${path}/preview`)).toBe(
      'Ada|Example|ada@example.org|Example High School|2031|Scholars',
    );
    const ofLee = (await admin.get(`${path}/preview?email=Lee@example.org`)).read(PreviewResponseSchema);
    expect(ofLee.text).toBe('A&B|Lee|lee@example.org|bay <b> & North|2031|Scholars');
    expect(ofLee.subject).toBe('For A&B');
    expect(ofLee.html).toContain('A&#38;B|Lee|lee@example.org|bay &#60;b&#62; &#38; North|2031|Scholars');
    expect(await text(admin, `${path}/preview?email=invited@example.org`)).toBe(
      '||invited@example.org||2031|Scholars',
    );
  });

  it('renders MJML', async () => {
    const admin = await asAdmin();
    const { path } = await made(admin, { body: mjml('<mj-text>Hi {{appName}}</mj-text>'), richText: true });
    const { html } = (await admin.get(`${path}/preview`)).read(PreviewResponseSchema);
    expect(html).toMatch(/^<!doctype html>[^]*>Hi Scholars<\/div>/i);
  });

  it('refuses addresses that would get no email', async () => {
    const admin = await asAdmin();
    const deleted = await makeUser(rest.orm, { flags: ['DELETED'] });
    const { path } = await made(admin, {});
    for (const email of ['nobody@example.org', deleted.email]) {
      const response = await admin.get(`${path}/preview?email=${email}`);
      expect([response.status, response.body]).toEqual([
        400,
        refused([['email'], 'No active user or pending invite has this address.']),
      ]);
    }
  });
});

describe('email templates', () => {
  it('are only for administrators', async () => {
    const admin = await asAdmin();
    const { path } = await made(admin, { name: 'Secret', body: 'Secret' });
    const school = await makeSchool(rest.orm);
    const staff = await rest.as((await makeCounselor(rest.orm, [school.id])).user.id);
    const responses = [
      await staff.get('/api/emails'),
      await staff.get(path),
      await staff.get(`${path}/preview`),
      await staff.post('/api/emails/create', { name: 'x' }),
      await staff.patch(path, { name: 'x' }),
      await staff.delete(path),
    ];
    for (const response of responses) expect([response.status, response.body]).toEqual([403, FORBIDDEN]);
    expect(await stored()).toMatchObject([{ name: 'Secret', version: 1 }]);
  });

  it("that don't exist return 404", async () => {
    const admin = await asAdmin();
    const path = `/api/emails/${UNKNOWN_ID}`;
    for (const response of [
      await admin.get(path),
      await admin.get(`${path}/preview`),
      await admin.patch(path, { name: 'x' }),
      await admin.delete(path),
    ]) {
      expect([response.status, response.body]).toEqual([404, NOT_FOUND]);
    }
  });
});
