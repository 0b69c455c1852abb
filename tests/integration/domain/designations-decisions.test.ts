import { describe, expect, it } from 'vitest';
import { parseSettings } from '#app/config/env.server.ts';
import { createLog } from '#app/config/log.server.ts';
import { patchDesignation } from '#app/domain/designations/patch-designation.server.ts';
import { decisionTexts } from '#app/domain/designations/designation-emails.ts';
import { getReviewFacts } from '#app/domain/designations/review-designation.server.ts';
import { openMailSystem } from '#app/domain/mail/mail-system.server.ts';
import type { EmailText } from '#app/lib/markup/fill-notice.ts';
import { Forbidden, NotFound } from '#app/lib/domain-errors.ts';
import { type DesignationPatch, DesignationPatchSchema } from '#app/schemas/designation.ts';
import { EventEntity } from '#db/entities/event.ts';
import type { Orm } from '#db/orm.server.ts';
import { type MadeYear, makeExtension } from '#tests/factories/school-factory.server.ts';
import { makeStaff, makeUser } from '#tests/factories/user-factory.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import {
  type DesignationScene,
  refusalOf,
  emailsAbout,
  snapshotOf,
} from '#tests/support/designation-scene.server.ts';
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp-sink.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';
import { passUndoTime } from '#tests/support/undo-time.server.ts';

const TEXT = { subject: 'About your list', body: 'Please call me.\n\nGrüße: ünïcode & <b>plain</b>.' };
const full = { classSize: 20, criteria: 'CUMULATIVE_GPA' as const, students: 2 };

let orm: Orm;
let year: MadeYear;
let scene: DesignationScene;
useDesignationScene((given) => ({ orm, year, scene } = given), {
  year: {
    dueAt: new Date('2026-12-01T03:00:00.000Z'),
    correctionsDueAt: new Date('2026-12-16T03:00:00.000Z'),
  },
});

interface Given {
  readonly patch?: DesignationPatch;
  readonly emailText?: EmailText | null;
  readonly actor?: DesignationScene['admin'];
}

function decide(id: string, { patch = { status: 'APPROVED' }, emailText, actor = scene.admin }: Given) {
  return patchDesignation(makeCtx({ orm, actor, channel: 'BROWSER' }), {
    id,
    patch: DesignationPatchSchema.parse(patch),
    ifMatch: null,
    ...(emailText === undefined ? {} : { emailText }),
  });
}

async function decisionsOf(id: string, status: string): Promise<unknown[]> {
  const events = await storedRows(orm, EventEntity, ['changes'], {
    where: { subjectId: id, changes: { status: { to: status } } },
  });
  return events.map(({ changes }) => changes['decision']);
}

describe('the email of a decision', () => {
  it("contains the reviewer's text between greeting and link, which the event records", async () => {
    const { id } = await scene.draft({ ...full, status: 'PENDING' });
    const colleague = await makeUser(orm, { firstName: 'Zoe', email: 'zoe@school.example.org' });
    await makeStaff(orm, { highSchoolId: scene.school.id, userId: colleague.id });
    await decide(id, { emailText: TEXT });
    const textTo = (name: string) =>
      [
        `Hello ${name},`,
        TEXT.body,
        `View the designation:\nhttp://localhost:3000/designations/${id}`,
        'Questions? Email scholars@example.org.\nScholars',
      ].join('\n\n');
    expect(await emailsAbout(orm, id)).toEqual([
      {
        toAddress: scene.counselor.email,
        kind: 'designation.approved',
        subject: TEXT.subject,
        textBody: textTo(`Pat ${scene.counselor.lastName}`),
      },
      {
        toAddress: colleague.email,
        kind: 'designation.approved',
        subject: TEXT.subject,
        textBody: textTo(`Zoe ${colleague.lastName}`),
      },
    ]);
    expect(await decisionsOf(id, 'APPROVED')).toEqual([
      { reasons: [], note: null, notified: true, mailEdited: true },
    ]);
  });

  it('is the standard text if none, or the same, was given', async () => {
    const { id } = await scene.draft({ ...full, status: 'PENDING' });
    const subject = `${scene.school.name}: the 2026 designation has been approved`;
    const opening = `The 2026 designation for ${scene.school.name} has been approved.`;
    const standard = { subject, body: `${opening}\n\nNo further changes can be made.` };
    for (const emailText of [undefined, null, standard]) {
      await decide(id, emailText === undefined ? {} : { emailText });
      await decide(id, { patch: { status: 'PENDING' } });
    }
    const reported = { reasons: [], note: null, notified: true };
    expect(await decisionsOf(id, 'APPROVED')).toEqual([reported, reported, reported]);
    const emails = await emailsAbout(orm, id);
    expect(emails.map((message) => [message.subject, message.textBody?.split('\n\n').slice(1, 3)])).toEqual(
      [1, 2, 3].map(() => [subject, standard.body.split('\n\n')]),
    );
  });

  it("isn't sent if the reviewer saves without email, or the status has none", async () => {
    const { id } = await scene.draft({ ...full, status: 'PENDING' });
    await decide(id, { patch: { status: 'REJECTED', notify: false }, emailText: TEXT });
    expect(await decisionsOf(id, 'REJECTED')).toEqual([{ reasons: [], note: null, notified: false }]);
    for (const status of ['STARTED', 'PENDING'] as const) {
      await decide(id, { patch: { status }, emailText: TEXT });
      expect(await decisionsOf(id, status)).toEqual([{ reasons: [], note: null, notified: true }]);
    }
    await decide(id, { patch: { status: 'PENDING', note: 'Same status.' } });
    expect(await emailsAbout(orm, id)).toEqual([]);
  });

  it("can't be written by staff", async () => {
    const { id } = await scene.draft({ ...full, status: 'PENDING' });
    const before = await snapshotOf(orm);
    const actor = scene.counselor;
    for (const patch of [{ status: 'APPROVED' as const }, { status: 'PENDING' as const, notify: true }]) {
      expect(await refusalOf(decide(id, { patch, emailText: TEXT, actor }))).toBeInstanceOf(Forbidden);
    }
    expect(await snapshotOf(orm)).toEqual(before);
    await decide(id, { patch: { status: 'PENDING' }, emailText: TEXT, actor });
    const emails = await emailsAbout(orm, id);
    expect(emails.map((message) => [message.kind, message.textBody?.includes(TEXT.body)])).toEqual([
      ['designation.submitted', false],
    ]);
  });

  it('arrives with its text and only our own headers', async () => {
    const sink: SmtpSink = await startSmtpSink();
    const settings = parseSettings({ NODE_ENV: 'test', SMTP_URL: sink.url });
    const system = openMailSystem({ settings, orm, log: createLog('silent'), now: createTestClock().now });
    const { id } = await scene.draft({ ...full, status: 'PENDING' });
    await decide(id, { emailText: { ...TEXT, subject: 'News\r\nBcc: spy@example.org\r\n\r\nBody' } });
    await passUndoTime(orm);
    system.mailer.wakeOutbox();
    const message = await sink.waitForEmailTo(scene.counselor.email);
    expect([message.subject, message.to]).toEqual([
      'News Bcc: spy@example.org Body',
      [scene.counselor.email],
    ]);
    expect(message.parsed.headers.has('bcc')).toBe(false);
    expect(message.text).toContain(TEXT.body);
    expect(sink.emailsTo('spy@example.org')).toEqual([]);
    await system.close();
    await sink.stop();
  });
});

describe("the email shown on a designation's page", () => {
  const factsFor = (id: string, actor: DesignationScene['admin']) =>
    getReviewFacts(makeCtx({ orm, actor }), { id, highSchoolId: scene.school.id });

  it("includes recipients, the corrections' due date, and the link, only for administrators", async () => {
    const { id } = await scene.draft();
    const former = await makeUser(orm, { flags: ['DELETED'] });
    await makeStaff(orm, { highSchoolId: scene.school.id, userId: former.id });
    const { id: userId, firstName, lastName, email } = scene.counselor;
    const expected = {
      staff: [{ userId, firstName, lastName, email, hasBounced: false }],
      correctionsDue: 'Dec 15, 2026, 6:00 PM AKST',
      texts: decisionTexts([]),
      settings: {
        appName: 'Scholars',
        appUrl: 'http://localhost:3000',
        contactEmail: 'scholars@example.org',
      },
      link: `http://localhost:3000/designations/${id}`,
    };
    const acceptedTerms = { at: '2026-09-01T17:00:00.000Z', version: '2026-1' };
    expect(await factsFor(id, scene.admin)).toEqual({ acceptedTerms, email: expected });
    expect(await factsFor(id, scene.counselor)).toEqual({ acceptedTerms, email: null });
    await makeExtension(orm, {
      academicYearId: year.id,
      highSchoolId: scene.school.id,
      dueAt: new Date('2027-01-01T03:00:00.000Z'),
    });
    expect((await factsFor(id, scene.admin)).email?.correctionsDue).toBe('Dec 31, 2026, 6:00 PM AKST');
  });

  it("isn't available to others", async () => {
    const { id } = await scene.draft({ acceptedTermsAt: null });
    for (const actor of scene.strangers) {
      expect(await refusalOf(factsFor(id, actor))).toEqual(new NotFound());
    }
    expect((await factsFor(id, scene.counselor)).acceptedTerms).toBeNull();
  });
});
