import { describe, expect, it } from 'vitest';
import type { ActivityStatus } from '#app/schemas/enums.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import {
  makeExtension,
  makeSchool,
  type MadeSchool,
  makeYear,
  type MadeYear,
} from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeUser, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { useSchoolWithCounselor } from '#tests/support/school-with-counselor.server.ts';
import { renderedBuild, scriptlessPage } from '#tests/support/scriptless-page.server.ts';

const rest = useRest({ build: renderedBuild });
const DAY_MS = 86_400_000;
let year: MadeYear;
let school: MadeSchool;
let counselor: MadeUser;

const designate = useSchoolWithCounselor(rest, (made) => {
  ({ year, school, counselor } = made);
});

const setYear = (change: { status?: ActivityStatus; dueAt?: Date | null; correctionsDueAt?: Date | null }) =>
  rest.orm.em.fork().nativeUpdate(AcademicYearEntity, { id: year.id }, change);

describe('the dashboard', () => {
  it('explains the next step to people without a school, as do the lists', async () => {
    const user = await makeUser(rest.orm, { firstName: 'Noa', lastName: 'None' });
    const page = await scriptlessPage(rest, user);
    await page.goto('/');
    expect(page.text()).toBe(
      `Dashboard Noa None You're signed in as ${user.email}. You aren't assigned to any high schools. Contact your administrator if you believe this to be an error. If a school invited you, sign in with the email address on the invite. Request access Sign in with a different email`,
    );
    for (const [path, title] of [
      ['/manage', 'School Management'],
      ['/highschools', 'High schools'],
      ['/designations', 'Designations'],
    ] as const) {
      await page.goto(path);
      expect(page.text()).toBe(
        `${title} You aren't assigned to any high schools. Contact your administrator if you believe this to be an error.${path === '/designations' ? '' : ' Request access to a school'}`,
      );
    }
  });

  it("doesn't ask administrators to join a school", async () => {
    const page = await scriptlessPage(rest, await makeAdmin(rest.orm, { lastName: 'Adams' }));
    await page.goto('/');
    expect(page.text()).toContain('Dashboard Ada Adams Admin');
    expect(page.text()).not.toContain("You aren't assigned");
    await page.goto('/manage');
    expect(page.text()).toBe("School Management You aren't on any school's staff. See all schools");
  });

  it('says so between two academic years', async () => {
    const page = await scriptlessPage(rest, counselor);
    await setYear({ status: 'INACTIVE' });
    await page.goto('/');
    await setYear({ status: 'ACTIVE' });
    expect(page.text()).toContain(school.name);
    expect(page.text()).toContain(
      'No academic year is active. You can designate again when the next one opens.',
    );
    expect(page.text()).not.toContain('Currently designating');
  });

  it('has the newest designations, and a link to the others', async () => {
    for (let number = 1940; number <= 1990; number += 1) {
      const { id } = await makeYear(rest.orm, { year: number, status: 'INACTIVE' });
      await designate({ academicYearId: id, status: 'APPROVED' });
    }
    const page = await scriptlessPage(rest, counselor);
    await page.goto('/');
    expect(page.texts('tr')).toHaveLength(26);
    expect(page.text()).toContain('Showing the newest 25 of 51.');
    expect(page.links('See all designations')).toEqual(['/designations?sort=year']);
  });

  it('shows only its own due date to a school with a returned designation, and offers it for the calendar', async () => {
    await designate({ status: 'RETURNED', reasons: ['ADDRESS'] });
    const inDays = (days: number) => new Date(rest.clock.now().getTime() + days * DAY_MS);
    const page = await scriptlessPage(rest, counselor);
    for (const ofYear of [inDays(20), null]) {
      await setYear({ dueAt: ofYear, correctionsDueAt: inDays(5) });
      await page.goto('/');
      expect(page.text().match(/\b(?:Due|Was due) [^·]*· \d+ days left/g)).toEqual([
        expect.stringMatching(/^Due \w+day, .* · 5 days left$/),
      ]);
      expect(page.links('Add to calendar')).toHaveLength(1);
      expect(page.texts('.alert').filter((text) => text.includes('was returned for correction'))).toEqual([
        expect.stringContaining('Add to calendar'),
      ]);
    }
    await setYear({ dueAt: null, correctionsDueAt: null });
  });
});

it("the dashboard shows every kind of designation with badges, due dates with days left, and the reviewer's note", async () => {
  const { orm } = rest;
  const names = ['Alder High', 'Birch High', 'Cedar High', 'Dogwood High', 'Elm High'] as const;
  const schools = await Promise.all(names.map((name) => makeSchool(orm, { name })));
  const closed = await makeSchool(orm, { name: 'Fir High', status: 'INACTIVE' });
  const ids = [...schools, closed].map(({ id }) => id);
  const { user } = await makeCounselor(orm, ids, { firstName: 'Cleo', lastName: 'Counselor' });
  const make = (index: number, given: object) =>
    makeDesignation(orm, {
      ...{ highSchoolId: ids[index] ?? '', academicYearId: year.id, submittedById: user.id },
      ...given,
    });
  await make(1, { status: 'STARTED' });
  const returned = await make(2, {
    status: 'RETURNED',
    reasons: ['ADDRESS', 'DUAL_ENROLLED'],
    note: 'Two zipcodes are wrong.\nPlease look again.',
  });
  const pending = await make(3, { status: 'PENDING', updatedAt: new Date('2026-05-15T07:30Z') });
  await make(4, { status: 'APPROVED' });
  const inDays = (days: number) => new Date(rest.clock.now().getTime() + days * DAY_MS);
  await setYear({ dueAt: inDays(-3), correctionsDueAt: inDays(12) });
  await makeExtension(orm, { academicYearId: year.id, highSchoolId: ids[0] ?? '', dueAt: inDays(1) });

  const page = await scriptlessPage(rest, user);
  await page.goto('/');
  await setYear({ dueAt: null, correctionsDueAt: null });
  expect(page.text()).toContain(
    `Cleo Counselor ${[...names, 'Fir High'].join(' & ')} Currently designating for the 2026 academic year`,
  );
  expect(page.text()).toMatch(/Other schools: Was due 3 days ago · Wednesday, Nov 18/);
  const due = String.raw`Due Sunday, Nov 22.* AKST · 1 day left`;
  expect(page.texts('section')).toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        new RegExp(
          `^Unstarted Designations Alder High ${due} \\(extended for this school\\) Start designation`,
        ),
      ),
      'Started Designations Birch High Continue for Birch High Cedar High Returned Continue for Cedar High',
      'Pending Designations Dogwood High Submitted. You can still edit it. Alert View for Dogwood High',
    ]),
  );
  expect(page.texts('.alert').find((text) => text.includes('Cedar High'))).toMatch(
    /^The designation for Cedar High was returned for correction Due \w+day, Dec 3.* · 12 days left .*An address is incomplete or wrong A dual-enrolled student belongs to another school Two zipcodes are wrong. Please look again. Make corrections Reply to the reviewer$/,
  );
  expect(page.links('Make corrections')).toEqual([
    expect.stringMatching(new RegExp(`^/designate/students\\?school=${ids[2]}&`)),
  ]);
  expect(page.links(/^View/)).toEqual([`/designations/${pending.id}`]);
  expect(page.links('Cedar High').at(-1)).toBe(`/designations/${returned.id}`);
  expect(page.texts('th').slice(0, 5)).toEqual([
    'Name',
    'Designation year',
    'Last updated',
    'Status',
    'Messages',
  ]);
  const rows = page.texts('tr').slice(1);
  expect(rows.map((row) => row.split(' ')[0])).toEqual(['Birch', 'Cedar', 'Dogwood', 'Elm']);
  expect(rows[2]).toBe('Dogwood High 2026 May 14, 2026, 11:30 PM AKDT Pending Messages');
  expect(page.texts('dt').slice(-5)).toEqual(['Started', 'Pending', 'Returned', 'Approved', 'Rejected']);
  expect(page.links('See all designations')).toEqual([]);
});

describe('the receipt', () => {
  it("has the facts of the submission and the students' names, but no other data about them", async () => {
    const page = await scriptlessPage(rest, counselor);
    const { id, students } = await designate({
      ...{ classSize: 20, criteria: 'CUMULATIVE_GPA' },
      students: [
        { first: 'Ann', middle: 'Q', last: 'Lee' },
        { first: 'Ben', last: 'Moss' },
      ],
    });
    await page.goto(`/designate/review?school=${school.id}&year=${year.id}`);
    await page.press('Submit');
    expect(page.texts('h1')).toEqual(['Submitted']);
    expect(page.text()).toContain(`The 2026 designation for ${school.name} has been submitted.`);
    expect(page.text()).toContain('Questions? Email ');
    const expectReceipt = (status: string) => {
      const facts = page.texts('dd');
      expect(Object.fromEntries(page.texts('dt').map((term, index) => [term, facts[index]]))).toMatchObject({
        School: school.name,
        'Academic year': '2026',
        'Submitted by': `Pat ${counselor.lastName}`,
        Submitted: 'Nov 21, 2026, 12:00 PM AKST',
        Status: status,
        'Class size': '20',
        Criteria: 'Cumulative GPA',
        'Number of students': '2',
        Reference: expect.stringMatching(/^2026-[\dA-Z]{4}-[\dA-Z]{4}$/) as unknown,
      });
      expect(page.texts('.name-list')).toEqual(['Ann Q Lee Ben Moss']);
      const text = page.text();
      for (const { email, phone, dateOfBirth } of students) {
        expect([email, phone, dateOfBirth].filter((value) => text.includes(value))).toEqual([]);
      }
    };
    expectReceipt('Pending');
    await rest.orm.em.fork().nativeUpdate(DesignationEntity, { id }, { status: 'APPROVED' });
    await page.goto(`/designations/${id}/receipt`);
    expectReceipt('Approved');
    expect(page.text()).toContain('This designation has been approved, it cannot be edited.');
  });

  it('returns 404 to strangers and 409 before a submission, when the designation has no link to it', async () => {
    const stranger = (await makeCounselor(rest.orm, [(await makeSchool(rest.orm)).id])).user;
    const { id } = await designate({ status: 'APPROVED', classSize: 10, students: [{ last: 'Zebrowski' }] });
    const page = await scriptlessPage(rest, counselor);
    expect(await page.goto(`/designations/${id}/receipt`)).toBe(200);
    expect(page.text()).toContain('Zebrowski');
    const other = await scriptlessPage(rest, stranger);
    for (const path of [`/designations/${id}/receipt`, `/designations/${id}/receipt.data`]) {
      expect(await other.goto(path)).toBe(404);
      expect(other.html).not.toContain('Zebrowski');
    }
    await rest.orm.em.fork().nativeUpdate(DesignationEntity, { id }, { status: 'RETURNED' });
    expect(await page.goto(`/designations/${id}/receipt`)).toBe(409);
    expect(page.text()).toContain(
      "This designation hasn't been submitted. Its receipt is available after submission.",
    );
    await page.goto(`/designations/${id}`);
    expect(page.links('Receipt')).toEqual([]);
  });
});

describe("staff's short lists", () => {
  /** Whether the panel with filters and sorting is open; undefined without such a panel. */
  const panel = (html: string) =>
    /<details class="card"( open="")?>(?:(?!<details).)*?Filter and sort/s
      .exec(html)?.[0]
      .includes('open=""');

  it('fold filters and sorting, unless a filter is active or the list is long', async () => {
    const page = await scriptlessPage(rest, counselor);
    const opened: unknown[] = [];
    for (const path of ['/manage', '/designations', '/manage?name=birch']) {
      await page.goto(path);
      opened.push(panel(page.html));
    }
    expect(opened).toEqual([false, false, true]);
    for (let number = 1900; number < 1910; number += 1) {
      const { id } = await makeYear(rest.orm, { year: number, status: 'INACTIVE' });
      await designate({ academicYearId: id, status: 'APPROVED' });
    }
    await page.goto('/designations');
    expect(panel(page.html)).toBe(true);
  });
});
