import { beforeEach, describe, expect, it } from 'vitest';
import { writeOfficeDigest } from '#app/domain/office-digest/write-office-digest.server.ts';
import { Forbidden } from '#app/lib/domain-errors.ts';
import { type Actor, SYSTEM } from '#app/policy/actor.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { BouncedAddressEntity } from '#db/entities/bounced-address.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeEvent } from '#tests/factories/event-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import type { DesignationScene } from '#tests/support/designation-scene.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

let orm: Orm;
let scene: DesignationScene;
let year: number;
useDesignationScene((given) => ({ orm, scene } = given), { per: 'each test' });

beforeEach(async () => {
  ({ year } = await orm.em.fork().findOneOrFail(AcademicYearEntity, { status: 'ACTIVE' }));
});

/** 7:00 AM in Anchorage. */
const SEVEN = new Date('2026-12-02T16:00:00.000Z');
const hours = (count: number) => new Date(SEVEN.getTime() + count * 3_600_000);
/** When the summary of the time before 7 AM is due. */
const DUE = new Date(SEVEN.getTime() + 2 * 60_000);

const write = (now: Date, actor: Actor = SYSTEM) =>
  writeOfficeDigest(makeCtx({ orm, actor, now: () => now, settings: { timeZone: 'America/Anchorage' } }));
const texts = async () => {
  const emails = await orm.em
    .fork()
    .find(OutboxMailEntity, { kind: 'office.digest' }, { orderBy: { createdAt: 'asc' } });
  return emails.map(({ toAddress, textBody }) => `${toAddress}: ${textBody}`);
};

/** `returnedHours`: when it was returned, after the submission if positive. */
async function submitted(
  name: string,
  at: Date,
  { returnedHours, isUndone = false }: { readonly returnedHours?: number; readonly isUndone?: boolean } = {},
): Promise<void> {
  const { id: highSchoolId } = await makeSchool(orm, { name });
  const { id } = await makeDesignation(orm, {
    highSchoolId,
    academicYearId: scene.otherDesignation.academicYearId,
    submittedById: scene.counselor.id,
    status: 'PENDING',
    students: [{ first: 'Zephyrine', last: 'Quill' }],
  });
  const subject = ['DESIGNATION', id] as const;
  await makeEvent(orm, at, { kind: 'designation.submitted', subject, changes: {} });
  if (returnedHours === undefined) return;
  const returnedAt = new Date(at.getTime() + returnedHours * 3_600_000);
  await makeEvent(orm, returnedAt, { kind: 'designation.returned', subject, changes: {} });
  const undoneAt = new Date(returnedAt.getTime() + 30_000);
  if (isUndone) await makeEvent(orm, undoneAt, { kind: 'designation.decisionUndone', subject, changes: {} });
}

const bounced = (address: string, bouncedAt: Date) =>
  orm.em.fork().insert(BouncedAddressEntity, { address, source: 'SMTP', reason: '550', bouncedAt });

describe('the daily summary for the office', () => {
  beforeEach(async () => {
    await submitted('Aurora High School', hours(-3));
    await submitted('Birch High School', hours(-2), { returnedHours: -1 });
    await submitted('Chugach High School', hours(1));
    await bounced('gone@x.example.org', hours(-1));
  });

  it('lists what happened before 7 AM, and names no student', async () => {
    expect(await write(DUE)).toBe(1);
    const [text, ...others] = await texts();
    expect(others).toEqual([]);
    expect(text).toContain(`${scene.admin.email}: `);
    expect(text).toContain(
      [
        'Designations waiting for review: 4',
        '',
        'Submitted since the last summary:',
        `- Aurora High School (${year})`,
        '',
        'Resubmitted after a return:',
        `- Birch High School (${year})`,
        '',
        'Emails to these addresses bounced:',
        '- gone@x.example.org',
      ].join('\n'),
    );
    expect(text).not.toMatch(/Zephyrine|Quill|Chugach/);
  });

  it('sorts schools by name, ignoring case and accents', async () => {
    for (const name of ['zion High', 'Écho High', 'Denali High']) await submitted(name, hours(-2));
    await write(DUE);
    const [text] = await texts();
    const sorted = ['Aurora High School', 'Denali High', 'Écho High', 'zion High'];
    expect(text).toContain(
      ['Submitted since the last summary:', ...sorted.map((name) => `- ${name} (${year})`)].join('\n'),
    );
  });

  it.each([
    ['it was returned later the same day', hours(-5), { returnedHours: 1 }],
    ['an earlier return was undone', hours(-2), { returnedHours: -1, isUndone: true }],
  ])('lists a first submission as one, even if %s', async (_why, at, returned) => {
    await submitted('Denali High School', at, returned);
    await write(DUE);
    const [text] = await texts();
    expect(text).toContain(
      [
        'Submitted since the last summary:',
        `- Aurora High School (${year})`,
        `- Denali High School (${year})`,
      ].join('\n'),
    );
  });

  it('is sent once a day, however many processes try', async () => {
    const counts = await Promise.all([1, 2, 3].map(() => write(DUE)));
    await write(hours(5));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect((await texts()).length).toBe(1);
  });

  it('starts where the last one ended, also after days without a worker', async () => {
    await write(DUE);
    expect(await write(hours(72))).toBe(1);
    const [, second] = await texts();
    expect(second).toContain('Chugach High School');
    expect(second).not.toMatch(/Aurora|Birch|gone@/);
  });

  it('waits two minutes, so that it lists a submission that is still being stored at 7 AM', async () => {
    expect(await write(new Date(DUE.getTime() - 1))).toBe(0);
    await submitted('Eagle High School', new Date(SEVEN.getTime() - 1));
    expect(await write(DUE)).toBe(1);
    expect((await texts())[0]).toContain('- Eagle High School');
  });

  it('is not sent when nothing happened', async () => {
    await write(hours(25));
    expect(await write(hours(49))).toBe(0);
    expect((await texts()).length).toBe(1);
  });

  it('may be written by the system and administrators only', async () => {
    await expect(write(DUE, scene.counselor)).rejects.toThrow(Forbidden);
    expect(await texts()).toEqual([]);
  });
});
