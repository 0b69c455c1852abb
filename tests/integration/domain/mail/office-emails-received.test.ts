import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#app/config/log.server.ts';
import { parseSettings } from '#app/config/env.server.ts';
import { type MailSystem, openMailSystem } from '#app/domain/mail/mail-system.server.ts';
import { writeOfficeDigest } from '#app/domain/office-digest/write-office-digest.server.ts';
import { patchDesignation } from '#app/domain/designations/patch-designation.server.ts';
import { changeOfficeSettings } from '#app/domain/settings/office-settings.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { type Actor, SYSTEM } from '#app/policy/actor.ts';
import { DesignationPatchSchema } from '#app/schemas/designation.ts';
import { BouncedAddressEntity } from '#db/entities/bounced-address.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeCounselor } from '#tests/factories/user-factory.server.ts';
import { pngOf } from '#tests/fixtures/logo-images.ts';
import { createTestClock, type TestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import type { DesignationScene } from '#tests/support/designation-scene.server.ts';
import { type ReceivedEmail, type SmtpSink, startSmtpSink } from '#tests/support/smtp-sink.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

const APP_URL = 'https://scholars.example.org';
const LOGO = pngOf(400, 100);
const STUDENT = {
  first: 'Zephyrine',
  last: 'Quill',
  email: 'zephyrine@example.org',
  dateOfBirth: '2009-03-05',
};
const COMPLETE = {
  status: 'PENDING' as const,
  classSize: 10,
  criteria: 'CUMULATIVE_GPA' as const,
  students: [STUDENT],
};

let orm: Orm;
let scene: DesignationScene;
let year: number;
let clock: TestClock;
let sink: SmtpSink;
let system: MailSystem;
useDesignationScene(
  (given) =>
    ({
      orm,
      scene,
      year: { year },
    } = given),
  { per: 'each test' },
);

beforeEach(async () => {
  clock = createTestClock();
  sink = await startSmtpSink();
  const office = { appName: 'Summit Scholars', accentColor: '#0b5394', logoImage: LOGO };
  await changeOfficeSettings(by(scene.admin), { patch: office, ifMatch: null });
  const settings = parseSettings({ NODE_ENV: 'test', SMTP_URL: sink.url, APP_URL });
  system = openMailSystem({ settings, orm, log: createLog('silent'), now: clock.now });
});
afterEach(async () => {
  await system.close();
  await sink.stop();
});

const by = (actor: Actor): Ctx =>
  makeCtx({ orm, actor, now: clock.now, settings: { appUrl: APP_URL, appName: 'Summit Scholars' } });
const patch = (actor: Actor, id: string, body: Record<string, unknown>) =>
  patchDesignation(by(actor), { id, patch: DesignationPatchSchema.parse(body), ifMatch: null });
const addressOf = async ({ id }: { readonly id: string }) =>
  (await orm.em.fork().findOneOrFail(UserAccountEntity, { id })).email;
async function received(user: { readonly id: string }): Promise<ReceivedEmail> {
  system.mailer.wakeOutbox();
  return sink.waitForEmailTo(await addressOf(user));
}

/** Expects both parts, the logo in the message itself, one button, and nothing of a student. */
function expectBranded({ parsed, html, text }: ReceivedEmail, button: { label: string; url: string }): void {
  expect(parsed.from?.value).toEqual([{ name: 'Summit Scholars', address: 'scholars@example.org' }]);
  const type = parsed.headers.get('content-type') as { value: string };
  expect(type.value).toBe('multipart/alternative');
  expect(parsed.headers.get('auto-submitted')).toBe('auto-generated');
  expect(parsed.attachments).toMatchObject([
    {
      cid: 'logo',
      contentType: 'image/png',
      contentDisposition: 'inline',
      related: true,
      filename: 'logo.png',
    },
  ]);
  expect(parsed.attachments[0]?.content.equals(LOGO)).toBe(true);
  // The parser shows an image of the message as data.
  expect([...html.matchAll(/src="([^"]*)"/g)].map(([, source]) => source?.slice(0, 22))).toEqual([
    'data:image/png;base64,',
  ]);
  expect(
    [...html.matchAll(/class="button"[^>]*><a href="([^"]*)"[^>]*>([^<]*)</g)].map((found) =>
      found.slice(1).map((part) => part.replaceAll('&#38;', '&')),
    ),
  ).toEqual([[button.url, button.label]]);
  expect(text).toContain(button.url);
  expect(html).not.toMatch(/url\(|@import|<link|<script/);
  expect(`${parsed.subject ?? ''} ${text} ${html}`).not.toMatch(/zephyrine|quill|2009-03-05/i);
}

describe('the email about a decision, as received', () => {
  it.each([
    ['APPROVED', 'approved', {}, 'Congratulations.'],
    ['REJECTED', 'rejected', {}, 'The list came from another school.'],
    [
      'RETURNED',
      'returned for correction',
      { reasons: ['ADDRESS', 'CLASS_SIZE'] },
      'Two addresses lack a number.',
    ],
  ] as const)(
    '%s: has the note, the logo, and one button, in plain text and HTML',
    async (status, words, more, note) => {
      const { id } = await scene.draft(COMPLETE);
      await patch(scene.admin, id, { status, note, ...more });
      clock.advance(60_000);
      const email = await received(scene.counselor);
      expect(email.subject).toBe(`${scene.school.name}: the ${year} designation has been ${words}`);
      expect([email.text.includes(note), email.html.includes(note)]).toEqual([true, true]);
      expectBranded(
        email,
        status === 'RETURNED'
          ? {
              label: 'Make corrections',
              url: `${APP_URL}/designate/students?school=${scene.school.id}&year=${scene.otherDesignation.academicYearId}`,
            }
          : { label: 'View the designation', url: `${APP_URL}/designations/${id}` },
      );
    },
  );
});

it('the daily summary, as received, lists submissions, answered returns, and bounces, without students', async () => {
  const names = ['Aurora High School', 'Birch High School'];
  const [aurora, birch] = await Promise.all(
    names.map(async (name): Promise<{ id: string; actor: Actor }> => {
      const { id: highSchoolId } = await makeSchool(orm, { name });
      const { actor } = await makeCounselor(orm, [highSchoolId]);
      const { id } = await scene.draft({ ...COMPLETE, highSchoolId, status: 'STARTED' });
      return { id, actor };
    }),
  );
  if (!aurora || !birch) throw new Error('Nothing was made.');
  for (const { id, actor } of [aurora, birch]) await patch(actor, id, { status: 'PENDING' });
  clock.advance(1000);
  await patch(scene.admin, birch.id, {
    status: 'RETURNED',
    reasons: ['OTHER'],
    note: 'Check Zephyrine Quill.',
  });
  clock.advance(1000);
  await patch(birch.actor, birch.id, { status: 'PENDING' });
  const bounce = { address: 'gone@x.example.org', source: 'SMTP' as const, reason: '550' };
  await orm.em.fork().insert(BouncedAddressEntity, { ...bounce, bouncedAt: clock.now() });
  clock.advance(86_400_000);
  await writeOfficeDigest(by(SYSTEM));

  const email = await received(scene.admin);
  expect(email.subject).toBe('Summit Scholars: daily summary');
  const lists = [
    ['Submitted since the last summary:', `Aurora High School (${year})`],
    ['Resubmitted after a return:', `Birch High School (${year})`],
    ['Emails to these addresses bounced:', 'gone@x.example.org'],
  ] as const;
  for (const [title, item] of lists) {
    expect(email.text).toContain(`${title}\n- ${item}\n`);
    expect(email.html).toMatch(
      new RegExp(`${title}</p>\\s*<ul[^>]*>\\s*<li[^>]*>${item.replaceAll(/[()]/g, '\\$&')}</li>\\s*</ul>`),
    );
  }
  expectBranded(email, { label: 'Sign in', url: APP_URL });
});
