import { describe, expect, it } from 'vitest';
import { shortReference } from '#app/lib/text/short-reference.ts';
import { getDesignation } from '#app/domain/designations/get-designation.server.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeDesignation, studentInput, studentInputs } from '#tests/factories/designation-factory.server.ts';
import { makeYear, type MadeYear } from '#tests/factories/school-factory.server.ts';
import { makeCounselor, makeStaff, makeUser } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import {
  type DesignationScene,
  designationScene,
  issuesOf,
  emailsAbout,
  snapshotOf,
} from '#tests/support/designation-scene.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

let orm: Orm;
let year: MadeYear;
let scene: DesignationScene;
useDesignationScene((given) => ({ orm, year, scene } = given));

const complete = (classSize = 20, students = 2) => ({
  classSize,
  criteria: 'CUMULATIVE_GPA',
  students: studentInputs(students),
  status: 'PENDING',
});

describe('submitting a designation', () => {
  it('stores everything and makes the caller its submitter', async () => {
    const named = { firstName: 'Abe', lastName: 'Able' };
    const { user: colleague, actor } = await makeCounselor(orm, [scene.school.id], named);
    const { id } = await scene.draft();
    const body = complete();
    const response = await scene.patch(id, body, { actor });
    expect(response).toMatchObject({
      status: 'PENDING',
      classSize: 20,
      criteria: 'CUMULATIVE_GPA',
      version: 2,
      updatedAt: '2026-11-21T21:00:00.000Z',
      submittedBy: { id: colleague.id, firstName: 'Abe', lastName: 'Able' },
    });
    expect(response.students).toEqual(
      body.students.map((student, index) => ({
        ...student,
        id: response.students[index]?.id,
        designationId: id,
        address: {
          ...student.address,
          id: response.students[index]?.address.id,
          studentId: response.students[index]?.id,
          status: 'UNVERIFIED',
        },
        createdAt: '2026-11-21T21:00:00.000Z',
        updatedAt: '2026-11-21T21:00:00.000Z',
      })),
    );
    expect(await getDesignation(makeCtx({ orm, actor: scene.counselor }), id)).toEqual(response);
  });

  it('still works after its year was closed', async () => {
    const past = await makeYear(orm, { year: 2024, status: 'INACTIVE' });
    const { id } = await scene.draft({ academicYearId: past.id });
    expect(await scene.patch(id, complete())).toMatchObject({ status: 'PENDING' });
  });

  it("sends a receipt without students' data, only to the school's staff", async () => {
    const colleague = await makeUser(orm, {
      firstName: 'Abe',
      lastName: 'Able',
      email: 'abe@first.example.org',
    });
    const deletedUser = await makeUser(orm, { flags: ['DELETED'] });
    for (const { id } of [colleague, deletedUser])
      await makeStaff(orm, { highSchoolId: scene.school.id, userId: id });
    const { id } = await scene.draft();
    const body = complete();
    await scene.patch(id, body);
    const emails = await emailsAbout(orm, id);
    const subject = `${scene.school.name}: the 2026 designation has been submitted`;
    expect(emails.map((email) => [email.kind, email.toAddress, email.subject])).toEqual([
      ['designation.submitted', 'abe@first.example.org', subject],
      ['designation.submitted', scene.counselor.email, subject],
    ]);
    expect(emails[0]?.textBody).toBe(
      [
        'Hello Abe Able,',
        `Pat ${scene.counselor.lastName} submitted the 2026 designation for ${scene.school.name} on Nov 21, 2026, 12:00 PM AKST.`,
        `Number of students: 2\nReference: ${shortReference(2026, id)}`,
        `Sign in to print or save a complete copy:\nhttp://localhost:3000/designations/${id}/copy`,
        'Corrections will be allowed while in Pending status only. Once the status changes to Approved, no changes can be made.',
        `View the designation:\nhttp://localhost:3000/designations/${id}`,
        'Questions? Email scholars@example.org.\nScholars',
      ].join('\n\n'),
    );
    const sent = JSON.stringify(emails);
    const students = body.students.flatMap(({ address, ...student }) => [
      student.first,
      student.last,
      student.email,
      student.phone,
      student.dateOfBirth,
      address.address1,
    ]);
    expect(students.filter((value) => sent.includes(value))).toEqual([]);
  });

  it('accepts a class of 0 without students, and requires its criteria, too', async () => {
    const { id } = await scene.draft();
    expect(await issuesOf(scene.patch(id, { classSize: 0, status: 'PENDING' }))).toEqual([
      { path: ['criteria'], message: 'Choose how students were ranked.' },
    ]);
    const response = await scene.patch(id, { classSize: 0, criteria: 'CUMULATIVE_GPA', status: 'PENDING' });
    expect([response.status, response.students]).toEqual(['PENDING', []]);
  });

  it('submits the saved draft if only the status is sent', async () => {
    const { id, students } = await scene.draft({ classSize: 20, criteria: 'CUMULATIVE_GPA', students: 2 });
    const response = await scene.patch(id, { status: 'PENDING' });
    expect(response.status).toBe('PENDING');
    expect(response.students.map((student) => student.id)).toEqual(students.map((student) => student.id));
  });
});

describe('an incomplete submission', () => {
  const incomplete = {
    ...studentInput(),
    first: '',
    dateOfBirth: '',
    phone: '',
    email: '',
    address: { address1: '', city: '', state: '', zip5: '' },
  };
  const gaps = (index: number) => [
    { path: ['students', index, 'first'], message: 'First name is required.' },
    { path: ['students', index, 'dateOfBirth'], message: 'Date of birth is required.' },
    { path: ['students', index, 'phone'], message: 'Phone is required.' },
    { path: ['students', index, 'email'], message: 'Email is required.' },
    { path: ['students', index, 'address', 'address1'], message: 'Address is required.' },
    { path: ['students', index, 'address', 'city'], message: 'City is required.' },
    { path: ['students', index, 'address', 'state'], message: 'Choose a state.' },
    { path: ['students', index, 'address', 'zip5'], message: 'Zipcode is required.' },
  ];

  it('of an empty draft is refused with an error for each field', async () => {
    const { id } = await scene.draft({ acceptedTermsAt: null });
    const before = await snapshotOf(orm);
    expect(await issuesOf(scene.patch(id, { status: 'PENDING' }))).toEqual([
      { path: ['acceptedTermsAndConditions'], message: 'Please accept the designation terms.' },
      { path: ['classSize'], message: 'Enter the class size as a whole number, 0 or more.' },
      { path: ['criteria'], message: 'Choose how students were ranked.' },
    ]);
    expect(await snapshotOf(orm)).toEqual(before);
  });

  it('reports gaps in sent students, a missing comment, and the wrong number of students', async () => {
    const { id } = await scene.draft();
    const before = await snapshotOf(orm);
    const body = { ...complete(30), criteria: 'OTHER', students: [incomplete, studentInput()] };
    expect(await issuesOf(scene.patch(id, body))).toEqual([
      {
        path: ['criteriaComment'],
        message:
          "Explain your criteria. A comment is required if the criteria are “Other” or differ from last year's.",
      },
      { path: ['students'], message: 'A class of 30 needs exactly 3 students; this list has 2.' },
      ...gaps(0),
    ]);
    expect(await snapshotOf(orm)).toEqual(before);
  });

  it("reports gaps in stored students that aren't sent again", async () => {
    const address = { address1: '', city: '', state: '' as const, zip5: '' };
    const empty = { first: '', dateOfBirth: '', phone: '', email: '', address };
    const { id } = await scene.draft({
      classSize: 20,
      criteria: 'CUMULATIVE_GPA',
      students: [{}, empty],
    });
    expect(await issuesOf(scene.patch(id, { status: 'PENDING' }))).toEqual(gaps(1));
  });

  it('with one student too many or too few is refused', async () => {
    const { id } = await scene.draft();
    expect(await issuesOf(scene.patch(id, complete(14, 2)))).toEqual([
      { path: ['students'], message: 'A class of 14 needs exactly 1 student; this list has 2.' },
    ]);
    expect(await issuesOf(scene.patch(id, complete(15, 1)))).toEqual([
      { path: ['students'], message: 'A class of 15 needs exactly 2 students; this list has 1.' },
    ]);
    expect((await scene.patch(id, complete(15, 2))).status).toBe('PENDING');
  });

  it('is refused when a pending designation is saved, with or without the status in the body', async () => {
    const { id } = await scene.draft({
      status: 'PENDING',
      classSize: 20,
      criteria: 'CUMULATIVE_GPA',
      students: 2,
    });
    for (const status of [{}, { status: 'PENDING' }]) {
      const before = await snapshotOf(orm);
      expect(await issuesOf(scene.patch(id, { students: [studentInput()], ...status }))).toEqual([
        { path: ['students'], message: 'A class of 20 needs exactly 2 students; this list has 1.' },
      ]);
      expect(await issuesOf(scene.patch(id, { classSize: 30, ...status }))).toEqual([
        { path: ['students'], message: 'A class of 30 needs exactly 3 students; this list has 2.' },
      ]);
      expect(await issuesOf(scene.patch(id, { criteria: null, ...status }))).toEqual([
        { path: ['criteria'], message: 'Choose how students were ranked.' },
      ]);
      expect(await issuesOf(scene.patch(id, { acceptedTermsAndConditions: false, ...status }))).toEqual([
        { path: ['acceptedTermsAndConditions'], message: 'Please accept the designation terms.' },
      ]);
      expect(await snapshotOf(orm)).toEqual(before);
    }
  });
});

describe('the comment rule', () => {
  const missing = [
    {
      path: ['criteriaComment'],
      message:
        "Explain your criteria. A comment is required if the criteria are “Other” or differ from last year's.",
    },
  ];
  const earlier = async (number: number, criteria: 'CUMULATIVE_GPA' | 'OTHER' | null) => {
    const past =
      (await orm.em.fork().findOne(AcademicYearEntity, { year: number })) ??
      (await makeYear(orm, { year: number, status: 'INACTIVE' }));
    await makeDesignation(orm, {
      highSchoolId: scene.school.id,
      academicYearId: past.id,
      submittedById: scene.counselor.id,
      criteria,
    });
  };
  const submit = async (criteria: string, criteriaComment: string | null) => {
    const { id } = await scene.draft();
    return scene.patch(id, { classSize: 0, criteria, criteriaComment, status: 'PENDING' });
  };

  it("requires one with OTHER, and spaces don't count", async () => {
    expect(await issuesOf(submit('OTHER', '  '))).toEqual(missing);
  });

  it('requires one when criteria differ from the nearest earlier year that has any', async () => {
    await earlier(2022, 'CUMULATIVE_GPA');
    await earlier(2024, 'OTHER');
    await earlier(2025, null);
    expect(await issuesOf(submit('CUMULATIVE_GPA', null))).toEqual(missing);
  });

  it("isn't needed if they are unchanged, regardless of later years", async () => {
    await earlier(2025, 'CUMULATIVE_GPA');
    await earlier(2027, 'OTHER');
    expect((await submit('CUMULATIVE_GPA', null)).status).toBe('PENDING');
  });

  it("is optional in a school's first year", async () => {
    expect((await submit('CUMULATIVE_WEIGHTED_GPA', null)).status).toBe('PENDING');
    scene = await designationScene(orm, year);
    expect((await submit('OTHER', 'By portfolio.')).criteriaComment).toBe('By portfolio.');
  });
});
