import { describe, expect, it } from 'vitest';
import { getCopy } from '#app/domain/designations/get-copy.server.ts';
import { purgeStudentsOfYear } from '#app/domain/retention/purge-students.server.ts';
import { Conflict, NotFound, Unauthorized } from '#app/lib/domain-errors.ts';
import { shortReference } from '#app/lib/text/short-reference.ts';
import { type Actor, ANONYMOUS } from '#app/policy/actor.ts';
import { ADDRESS_FIELDS } from '#app/schemas/address-fields.ts';
import { type DesignationCopy, DesignationCopySchema } from '#app/schemas/designation-copy.ts';
import { DESIGNATION_FIELDS } from '#app/schemas/designation-fields.ts';
import { STUDENT_FIELDS } from '#app/schemas/student-fields.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import type { Orm } from '#db/orm.server.ts';
import { studentInput } from '#tests/factories/designation-factory.server.ts';
import { makeYear } from '#tests/factories/school-factory.server.ts';
import { makeCounselor } from '#tests/factories/user-factory.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { type DesignationScene, refusalOf, snapshotOf } from '#tests/support/designation-scene.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

const MISSING = '00000000-0000-4000-8000-000000000000';
const NOT_SUBMITTED = new Conflict(
  "This designation hasn't been submitted. A copy is available after submission.",
);

let orm: Orm;
let scene: DesignationScene;
useDesignationScene((given) => ({ orm, scene } = given), { per: 'each test' });

const copyOf = (actor: Actor, id: string) =>
  getCopy(makeCtx({ orm, actor, channel: 'BROWSER' }), id, 'designation.copy');
const textOf = (facts: DesignationCopy['facts'], term: string) =>
  facts.find((fact) => fact.term === term)?.text;

const ANN = {
  ...{ first: 'Ŭñï', middle: 'Quinn', last: 'Ωλ', preferred: 'Annie', dateOfBirth: '2010-02-03', twin: true },
  ...{ phone: '(907) 555-0188, extension 5', email: 'ann@pupils.example.org', parentEmail: 'pa@example.org' },
  address: {
    ...{ firmName: 'Harbor Home', address1: '12 Main St', address2: 'Apt 4', urbanization: 'Urb. Norte' },
    ...{ city: 'Haines', state: 'AK' as const, zip5: '99827', zip4: '1234' },
  },
} as const;

async function submitted() {
  const { id } = await scene.draft({
    classSize: 20,
    criteria: 'OTHER',
    criteriaComment: 'By hand.\nTwice.',
  });
  return scene.patch(id, { students: [studentInput(ANN), studentInput()], status: 'PENDING' });
}

describe('a copy', () => {
  it('has every field of the designation, who submitted it, and when', async () => {
    const { id } = await submitted();
    const copy = DesignationCopySchema.parse(await copyOf(scene.counselor, id));
    const reference = shortReference(2026, id);
    expect(copy).toMatchObject({ id, reference, schoolName: scene.school.name, year: 2026, notice: null });
    const facts = Object.fromEntries(copy.facts.map(({ term, text }) => [term, text]));
    expect(facts).toMatchObject({
      ...{ School: scene.school.name, 'Academic year': '2026', Reference: reference, Status: 'Pending' },
      ...{ 'Class size': '20', Criteria: 'Other', Comment: 'By hand.\nTwice.' },
      'Number of students': '2',
      'Agreed to terms': expect.stringMatching(/, 2026, .* AK[SD]T, version 2026-1$/) as unknown,
      'Submitted by': `Pat ${scene.counselor.lastName}`,
      Submitted: 'Nov 21, 2026, 12:00 PM AKST',
      'Copy made': 'Nov 21, 2026, 12:00 PM AKST',
    });
    const { note: _note, reasons: _reasons, ...fields } = DESIGNATION_FIELDS;
    const labels = Object.values(fields).map(({ label }) => label);
    expect(labels.filter((label) => !(label in facts))).toEqual([]);
  });

  it('has every field of every student, with the address on two lines', async () => {
    const { id, students } = await submitted();
    const [ann, other] = (await copyOf(scene.counselor, id)).students;
    expect([ann?.heading, other?.heading]).toEqual([
      '1. Ŭñï Quinn Ωλ',
      `2. ${students[1]?.first} ${students[1]?.last}`,
    ]);
    expect(ann?.facts).toEqual([
      { term: 'First name', text: 'Ŭñï' },
      { term: 'Middle name', text: 'Quinn' },
      { term: 'Last name', text: 'Ωλ' },
      { term: 'Preferred name', text: 'Annie' },
      { term: 'Date of birth', text: '2010-02-03' },
      { term: 'Twin', text: 'Yes' },
      { term: 'Phone', text: '(907) 555-0188, extension 5' },
      { term: 'Email', text: 'ann@pupils.example.org' },
      { term: 'Parent email', text: 'pa@example.org' },
      { term: 'Address', text: 'Harbor Home, 12 Main St, Apt 4, Urb. Norte\nHaines, AK 99827-1234' },
    ]);
    expect(ann?.facts.map(({ term }) => term).slice(0, -1)).toEqual(
      Object.values(STUDENT_FIELDS).map(({ label }) => label),
    );
    const address = textOf(ann?.facts ?? [], 'Address') ?? '';
    const parts = Object.keys(ADDRESS_FIELDS) as (keyof typeof ADDRESS_FIELDS)[];
    expect(parts.filter((part) => !address.includes(ANN.address[part]))).toEqual([]);
  });

  it('exists for everything that was submitted, and not for drafts', async () => {
    const { id } = await submitted();
    for (const status of ['APPROVED', 'REJECTED', 'PENDING', 'RETURNED']) {
      await scene.patch(id, { status, note: 'See the note.' }, { actor: scene.admin });
      const { facts } = await copyOf(scene.counselor, id);
      expect(textOf(facts, 'Status')?.toUpperCase()).toBe(status);
    }
    await scene.patch(id, { status: 'STARTED' }, { actor: scene.admin });
    expect(await refusalOf(copyOf(scene.counselor, id))).toEqual(NOT_SUBMITTED);
    expect(await refusalOf(copyOf(scene.admin, id))).toEqual(NOT_SUBMITTED);
  });

  it("has the reviewer's note and reasons only after a decision", async () => {
    const { id } = await submitted();
    const reviewers = async () =>
      (await copyOf(scene.counselor, id)).facts.filter(({ term }) => /Note|Reason|Reviewer/.test(term));
    expect(await reviewers()).toEqual([]);
    await scene.patch(id, { status: 'REJECTED', note: 'none' }, { actor: scene.admin });
    expect(await reviewers()).toEqual([
      { term: "Reviewer's note", text: 'none' },
      { term: "Reviewer's reasons", text: '' },
    ]);
  });

  it('names the texts and students with characters that the PDF lacks', async () => {
    const { id } = await scene.draft({ classSize: 20, criteria: 'OTHER', criteriaComment: '李' });
    const students = [studentInput(ANN), studentInput({ first: '花子', middle: '', last: '田中' })];
    await scene.patch(id, { students, status: 'PENDING' });
    const { notInPdf } = await copyOf(scene.counselor, id);
    expect(notInPdf).toEqual(['“Comment”', 'student 2 (花子 田中)']);
  });

  it('shows a returned designation as it was returned, without later corrections', async () => {
    const { id, students } = await submitted();
    await scene.patch(
      id,
      { status: 'RETURNED', reasons: ['ADDRESS'], note: 'Check.' },
      { actor: scene.admin },
    );
    const later = createTestClock('2026-11-25T18:00:00.000Z');
    await scene.patch(
      id,
      { classSize: 10, students: [{ ...studentInput(), first: 'Later' }] },
      { now: later.now },
    );
    const copy = await copyOf(scene.counselor, id);
    expect(copy.notice).toMatch(
      /^This designation was returned for correction on Nov 21, 2026, .* AKST\. This copy shows it as it was then\.$/,
    );
    expect(textOf(copy.facts, 'Last updated')).toMatch(/^Nov 21, 2026/);
    expect(textOf(copy.facts, 'Class size')).toBe('20');
    expect(textOf(copy.facts, "Reviewer's reasons")).toBe('An address is incomplete or wrong');
    expect(copy.students.map((student) => student.id)).toEqual(students.map((student) => student.id));
    expect(JSON.stringify(copy)).not.toContain('Later');
    const [disclosed] = await storedRows(orm, DisclosureEntity, ['studentIds'], {
      where: { purpose: 'designation.copy' },
    });
    expect(disclosed?.studentIds).toEqual(students.map((student) => student.id));
  });

  it("isn't available for a returned designation whose submitted version wasn't saved, and says so", async () => {
    const { id } = await scene.draft({ status: 'RETURNED', students: [ANN] });
    for (const actor of [scene.counselor, scene.admin]) {
      expect(await refusalOf(copyOf(actor, id))).toEqual(
        new Conflict(
          "This designation was returned for correction, and the submitted version wasn't saved. A copy is available after it's submitted again.",
        ),
      );
    }
    expect(await storedRows(orm, DisclosureEntity, ['id'])).toEqual([]);
  });

  it("says that the students' data was removed", async () => {
    const { id: academicYearId } = await makeYear(orm, { year: 2015, status: 'INACTIVE' });
    const { id } = await scene.draft({ academicYearId, status: 'APPROVED', students: [ANN] });
    expect((await copyOf(scene.counselor, id)).notice).toBeNull();
    await purgeStudentsOfYear(makeCtx({ orm }), academicYearId);
    expect((await copyOf(scene.counselor, id)).notice).toBe(
      "Students' personal data was removed after the retention period, so this copy doesn't include it.",
    );
  });

  it('says that the office changed it after the submission', async () => {
    const clock = createTestClock('2026-11-22T18:00:00.000Z');
    const { id } = await submitted();
    await scene.patch(id, { classSize: 21 }, { actor: scene.admin, now: clock.now });
    const { notice, facts } = await copyOf(scene.counselor, id);
    expect(notice).toBe(
      'On Nov 22, 2026, 9:00 AM AKST, the office changed this designation after it was submitted. This copy shows the current designation, not the one that was submitted.',
    );
    expect(textOf(facts, 'Class size')).toBe('21');
  });

  it('returns 404 to other schools and former staff, and 401 without a session, and records nothing', async () => {
    const { id } = await submitted();
    const { actor: revoked } = await makeCounselor(orm, []);
    const before = await snapshotOf(orm);
    for (const stranger of [...scene.strangers, revoked]) {
      expect(await refusalOf(copyOf(stranger, id))).toEqual(new NotFound());
      expect(await refusalOf(copyOf(stranger, MISSING))).toEqual(new NotFound());
    }
    expect(await refusalOf(copyOf(ANONYMOUS, id))).toEqual(new Unauthorized());
    expect(await snapshotOf(orm)).toEqual(before);
  });

  it('is disclosed each time, to staff and administrators, but not for HEAD', async () => {
    const { id, students } = await submitted();
    const ctxOf = (actor: Actor) => makeCtx({ orm, actor, channel: 'BROWSER' });
    for (const actor of [scene.counselor, scene.admin]) {
      await getCopy({ ...ctxOf(actor), headOnly: true }, id, 'designation.pdf');
      await getCopy(ctxOf(actor), id, 'designation.copy');
      await getCopy(ctxOf(actor), id, 'designation.pdf');
      await getCopy(ctxOf(actor), id, 'designation.pdf');
      const rows = await storedRows(
        orm,
        DisclosureEntity,
        ['channel', 'purpose', 'filter', 'rowCount', 'studentIds'],
        {
          where: { actor: actor.id, purpose: { $in: ['designation.copy', 'designation.pdf'] } },
          orderBy: { purpose: 'asc' },
        },
      );
      const row = {
        ...{ channel: 'BROWSER', filter: { designationId: id } },
        ...{ rowCount: 2, studentIds: students.map((student) => student.id) },
      };
      expect(rows).toEqual(
        ['copy', 'pdf', 'pdf'].map((kind) => ({ ...row, purpose: `designation.${kind}` })),
      );
    }
  });

  it("isn't returned if the disclosure can't be written", async () => {
    const { id } = await submitted();
    await makeCtx({ orm }).em.execute(
      'alter table disclosure add constraint full_disk check (row_count < 0) not valid',
    );
    await expect(copyOf(scene.counselor, id)).rejects.toThrow('full_disk');
    await expect(copyOf(scene.admin, id)).rejects.toThrow('full_disk');
  });
});
