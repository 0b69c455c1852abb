import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MadeDesignation, studentInput } from '#tests/factories/designation-factory.server.ts';
import {
  makeExtension,
  makeSchool,
  type MadeSchool,
  makeYear,
  type MadeYear,
} from '#tests/factories/school-factory.server.ts';
import {
  makeAdmin,
  makeCounselor,
  makeInvite,
  makeUser,
  type MadeUser,
} from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { useSchoolWithCounselor } from '#tests/support/school-with-counselor.server.ts';
import { renderedBuild, scriptlessPage } from '#tests/support/scriptless-page.server.ts';

const rest = useRest({ build: renderedBuild });
let year: MadeYear;
let lastYear: { readonly id: string };
let school: MadeSchool;
let counselor: MadeUser;

const designate = useSchoolWithCounselor(
  rest,
  (made) => {
    ({ year, school, counselor } = made);
  },
  { classSize: 30, criteria: 'CUMULATIVE_GPA' },
);
beforeAll(async () => {
  lastYear = await makeYear(rest.orm, { year: 2025, status: 'INACTIVE' });
});

const step = (name: string) => `/designate/${name}?school=${school.id}&year=${year.id}`;

describe('warnings about a designation', () => {
  const HAINES = 'ZIP code 99827 is in Haines, AK. Check the city, state, or ZIP code.';
  const ANN = { first: 'Ann', last: 'Lee', dateOfBirth: '2009-05-17' };
  let designation: MadeDesignation;

  beforeEach(async () => {
    const { address } = studentInput();
    await designate({
      ...{ academicYearId: lastYear.id, status: 'APPROVED', classSize: 20, students: [ANN, {}] },
    });
    designation = await designate({
      students: [
        { ...ANN, address: { ...address, address1: '12 Main Street' } },
        { first: 'Bo', last: 'Kim', address: { ...address, zip5: '99827' } },
        {
          ...{ first: 'Pat', last: 'Ray', email: 'pat@x.example.org', parentEmail: 'pat@x.example.org' },
          address: { ...address, address1: '12 Main St.' },
        },
      ],
    });
  });

  it('appear in the steps without scripts', async () => {
    const page = await scriptlessPage(rest, counselor);
    await page.goto(step('students'));
    expect(page.texts('.student-slot')[1]).toContain(HAINES);
    await page.goto(step('review'));
    expect(page.text()).toContain(`Student 2 (Bo Kim): ${HAINES}`);
  });

  it('appear on the page that administrators review', async () => {
    const page = await scriptlessPage(rest, await makeAdmin(rest.orm));
    await page.goto(`/designations/${designation.id}`);
    for (const warning of [
      "In 2025, the school's class size was 20. Is 30 right?",
      "Student 1 (Ann Lee): This student was on the school's approved 2025 list.",
      `Student 2 (Bo Kim): ${HAINES}`,
      'Student 3 (Pat Ray): Student 1 has the same address, spelled differently: “12 Main Street” and “12 Main St.”.',
      "Student 3 (Pat Ray): The student's and the parent's email are the same. Correct the one that's wrong.",
    ]) {
      expect(page.text()).toContain(warning);
    }
  });
});

describe('a student who may be on two lists', () => {
  const ANN = { first: 'Ann', last: 'Zebrowski', dateOfBirth: '2009-05-17' };

  it('reveals nothing about the other student to the school, and shows administrators both', async () => {
    const other = await makeSchool(rest.orm, { name: 'Quixote High' });
    const names = { firstName: 'Quentin', lastName: 'Quarrel' };
    const stranger = (await makeCounselor(rest.orm, [other.id], names)).user;
    const mine = await designate({ status: 'PENDING', students: [ANN, {}, { ...ANN, first: ' ANN' }] });
    const theirs = await designate({
      ...{ highSchoolId: other.id, submittedById: stranger.id, status: 'PENDING', classSize: 20 },
      students: [
        {},
        studentInput({
          ...ANN,
          middle: 'Quillon',
          phone: '(907) 555-0177',
          email: 'quill@other.example.org',
        }),
      ],
    });
    const twin = theirs.students[1];
    const secrets = [
      ...['Quixote', 'Quillon', 'Quentin', 'Quarrel', '555-0177', 'quill@other.example.org'],
      ...[theirs.id, other.id, stranger.id, twin?.id ?? '', twin?.address.address1 ?? ''],
      'onOtherLists',
    ];
    const page = await scriptlessPage(rest, counselor);
    const statuses: number[] = [];
    for (const path of [
      step('review'),
      step('review').replace('?', '.data?'),
      `/designations/${mine.id}`,
      `/designations/${mine.id}.data`,
      `/designations/${mine.id}/receipt.data`,
      `/designations/${mine.id}/compare/students`,
      `/designations/${mine.id}/compare/students.data`,
      '/_root.data',
      '/',
    ]) {
      statuses.push(await page.goto(path));
      expect([path, ...secrets.filter((secret) => page.html.includes(secret))]).toEqual([path]);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 403, 403, 200, 200]);
    const office = await scriptlessPage(rest, await makeAdmin(rest.orm));
    await office.goto(`/designations/${theirs.id}/compare/students`);
    expect(office.text()).toContain('Student 2: Ann Quillon Zebrowski');
    expect(new Set(office.links(school.name))).toEqual(new Set([`/designations/${mine.id}`]));
  });

  it('is named to administrators if both are on the same list, without a comparison', async () => {
    const { id } = await designate({
      students: [{ first: 'Zoë', last: 'Yarrow' }, {}, { first: 'zoe', last: ' YARROW' }],
    });
    const page = await scriptlessPage(rest, await makeAdmin(rest.orm));
    await page.goto(`/designations/${id}`);
    expect(page.text()).toContain('Students 1 and 3 may be the same person.');
    expect(page.links(/^Compare/)).toEqual([]);
    await page.goto(`/designations/${id}/compare/students`);
    expect(page.text()).toContain("No students in this designation match anyone on another school's list.");
  });
});

describe('messages without scripts', () => {
  it('are reached from the dashboard and the steps, sent, and no longer unread', async () => {
    const { id } = await designate({
      ...{ status: 'RETURNED', reasons: ['ADDRESS'], note: 'Please check both addresses.' },
      students: 2,
    });
    const [admin, staff] = [
      await scriptlessPage(rest, await makeAdmin(rest.orm, { firstName: 'Ada', lastName: 'Berg' })),
      await scriptlessPage(rest, counselor),
    ];
    await admin.goto(`/designations/${id}/messages`);
    admin.fill({ text: 'The second one.' });
    await admin.press('Send message');
    expect(admin.text()).toContain('Message sent.');
    await staff.goto('/');
    expect(staff.texts('.alert').join()).toContain(`${school.name} 2026: 1 unread`);
    await staff.goto(step('students'));
    const [path = ''] = staff.links('Reply to the reviewer');
    await staff.goto(path);
    expect(staff.text()).toContain('The second one.');
    staff.fill({ text: 'Thank you.' });
    await staff.press('Send message');
    expect(staff.text()).toContain('Message sent.');
    expect(staff.text()).toContain('Thank you.');
    await staff.goto('/');
    expect(staff.text()).not.toContain('Unread messages');
    expect(staff.links('Messages')).toEqual([`/designations/${id}/messages`]);
  });
});

describe("the office's notes about a school without scripts", () => {
  it('are added, shown to colleagues, who can only read them, but not to the school, and deleted', async () => {
    const path = `/highschools/${school.id}`;
    const admin = await makeAdmin(rest.orm, { firstName: 'Marian', lastName: 'Fox' });
    const page = await scriptlessPage(rest, admin);
    await page.goto(path);
    expect(await page.press('Add note')).toBe(400);
    expect(page.text()).toContain('Note is required.');
    page.fill({ text: 'They moved into a new building.' });
    await page.press('Add note');
    expect(page.text()).toContain('Note added.');
    expect(page.texts('li').find((text) => text.includes('new building'))).toContain('Marian Fox');
    expect(page.value('text')).toBe('');

    const colleague = await scriptlessPage(rest, await makeAdmin(rest.orm));
    await colleague.goto(path);
    expect(colleague.text()).toContain('new building');
    expect(colleague.texts('button')).not.toContain('Delete note');
    const staff = await scriptlessPage(rest, counselor);
    expect([await staff.goto(path), staff.texts('h1')]).toEqual([200, [school.name]]);
    expect(staff.html).not.toMatch(/new building|Internal note/);

    await page.press('Delete note');
    expect(page.text()).toContain('Note deleted.');
    expect(page.text()).not.toContain('new building');
  });
});

describe('requesting access without scripts', () => {
  it("shows the same page for a school that exists and one that doesn't, and can be withdrawn", async () => {
    await makeCounselor(rest.orm, [(await makeSchool(rest.orm, { name: 'Birch High' })).id]);
    const shown: string[] = [];
    for (const typed of ['Birch High', 'Bogus High']) {
      const user = await makeUser(rest.orm);
      const page = await scriptlessPage(rest, user);
      await page.goto('/access');
      page.fill({ schoolName: typed });
      await page.press('Send request');
      expect(page.text()).toContain(`Thanks. If ${typed} is in Scholars`);
      shown.push(page.text().replaceAll(typed, 'TYPED').replaceAll(user.email, 'ADDRESS'));
      await page.press(`Withdraw the request for ${typed}`);
      expect(page.text()).toContain('Your request was withdrawn.');
    }
    expect(shown[0]).toBe(shown[1]);
  });
});

describe("the school's own page without scripts", () => {
  const button = (what: string) => `${what} ${counselor.firstName} ${counselor.lastName}`;

  it('saves its fields, shows an error of an invite, and removes a person after a warning', async () => {
    const page = await scriptlessPage(rest, counselor);
    await page.goto(`/manage/${school.id}`);
    page.fill({ fax: '9075550199' });
    await page.press('Save');
    expect(page.text()).toContain('Changes saved!');
    expect(page.value('fax')).toBe('(907) 555-0199');
    page.fill({ email: 'nobody' });
    expect(await page.press('Send invite')).toBe(400);
    expect(page.text()).toContain('Enter an email address like name@example.org.');
    expect(page.texts('noscript').join()).toContain(
      `Are you sure you want to remove ${counselor.firstName} ${counselor.lastName} from the staff of ${school.name}?`,
    );
    await page.press(button('Remove'));
    expect(page.text()).toContain('Successfully removed staff member from school');
    expect(page.path).toBe('/manage');
  });

  it('saves a position and resends an invite', async () => {
    await makeInvite(rest.orm, { email: 'new@x.example.org', schools: [{ highSchoolId: school.id }] });
    const page = await scriptlessPage(rest, counselor);
    await page.goto(`/manage/${school.id}`);
    page.fill({ position: 'PRINCIPAL' });
    await page.press(button('Save the position of'));
    expect(page.text()).toContain('Changes saved!');
    expect(page.values('position')).toContain('PRINCIPAL');
    await page.press('Resend the invite for new@x.example.org');
    expect(page.text()).toContain('The invite was resent to new@x.example.org.');
  });

  it('shows administrators its extension and downloads, and asks before the second download of its designations', async () => {
    const { orm } = rest;
    const dueAt = new Date('2027-01-05T09:00:00Z');
    const admin = await makeAdmin(orm);
    await makeExtension(orm, {
      academicYearId: year.id,
      highSchoolId: school.id,
      dueAt,
      grantedById: admin.id,
    });
    await designate({ status: 'APPROVED', students: 1, downloadedAt: new Date('2026-11-01T00:00:00Z') });
    const page = await scriptlessPage(rest, admin);
    await page.goto(`/highschools/${school.id}`);
    const extension = page.texts('section').find((text) => text.startsWith(`Extension for ${year.year}`));
    expect(extension).toContain('Jan 5, 2027');
    expect(
      ['Download school as CSV', 'Download designations as CSV'].map((text) => page.links(text)),
    ).toEqual([
      [`/api/highschools/download/${school.id}`],
      [`/api/designations/download/highschool/${school.id}`],
    ]);
    expect(page.texts('noscript').join()).toContain(
      'Some of these designations have already been downloaded - are you sure you want to continue?',
    );
  });
});
