import { beforeAll, describe, expect, it } from 'vitest';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import type { Actor } from '#app/policy/actor.ts';
import {
  makeDesignation,
  type MadeDesignation,
  studentInput,
} from '#tests/factories/designation-factory.server.ts';
import {
  makeSchool,
  makeYear,
  type MadeSchool,
  type MadeYear,
} from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { patchAs } from '#tests/support/pending-designation.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { renderedBuild, scriptlessPage } from '#tests/support/scriptless-page.server.ts';

const rest = useRest({ build: renderedBuild });
const CHANGES = 'What changed since it was returned';
const YEARS = "The school's designations by year";
let admin: MadeUser;
let counselor: MadeUser;
let staff: Actor;
let school: MadeSchool;
let year: MadeYear;
let designation: MadeDesignation;

beforeAll(async () => {
  const { orm } = rest;
  year = await makeYear(orm);
  admin = await makeAdmin(orm);
  school = await makeSchool(orm, { name: 'Alder High' });
  ({ user: counselor, actor: staff } = await makeCounselor(orm, [school.id]));
  const given = { highSchoolId: school.id, submittedById: counselor.id, students: 2 } as const;
  designation = await makeDesignation(orm, {
    ...{ ...given, academicYearId: year.id, status: 'PENDING', classSize: 20, criteria: 'CUMULATIVE_GPA' },
    criteriaComment: 'Unlike last year.',
  });
  for (const [number, classSize, criteria] of [
    [2025, 15, 'CUMULATIVE_WEIGHTED_GPA'],
    [2024, 16, 'CUMULATIVE_GPA'],
  ] as const) {
    const { id: academicYearId } = await makeYear(orm, { year: number, status: 'INACTIVE' });
    await makeDesignation(orm, { ...given, academicYearId, status: 'APPROVED', classSize, criteria });
  }
});

const path = () => `/designations/${designation.id}`;

describe('a returned designation that is resubmitted', () => {
  it('shows changes field by field, only to reviewers, and asks to look again at what a colleague changed', async () => {
    const [first = studentInput(), second = studentInput()] = designation.students;
    const { id } = designation;
    await patchAs(rest, actorOf(admin), {
      id,
      status: 'RETURNED',
      reasons: ['CLASS_SIZE'],
      note: 'Count again.',
    });
    const page = await scriptlessPage(rest, admin);
    await page.goto(path());
    expect(page.text()).toContain('Nothing has changed since it was returned.');

    const added = studentInput({ first: 'Zoe', last: 'New' });
    await patchAs(rest, staff, { id, classSize: 21, students: [{ ...first, email: 'new@example.org' }] });
    await patchAs(rest, staff, { id, students: [{ ...first, email: 'newer@example.org' }, added] });
    page.fill({ status: 'APPROVED' });
    expect(await page.press('Save status')).toBe(412);
    expect(page.texts('[alert]').join()).toContain(`Pat ${counselor.lastName} changed this on `);
    await patchAs(rest, staff, { id, status: 'PENDING' });
    await page.goto(path());
    const [changes = '', years = ''] = [CHANGES, YEARS].map((title) =>
      page.texts('section').find((text) => text.startsWith(title)),
    );
    const name = (student: { first: string; last: string }) => `${student.first} ${student.last}`;
    for (const row of [
      'Class size 20 21',
      `${name(first)}, student 1: Email ${first.email} newer@example.org`,
      'Zoe New, student 2 Not on the list Added',
      `${name(second)}, student 2 On the list Removed`,
    ])
      expect(changes).toContain(row);
    for (const row of [
      '2026 21 40% larger than in 2025 2 Cumulative GPA Different from 2025 Pending',
      '2025 15 2 Cumulative weighted GPA Different from 2024 Approved',
      '2024 16 2 Cumulative GPA Approved',
    ])
      expect(years).toContain(row);
    expect(page.text()).toContain('Edited, 2 saves');
    expect(page.text()).toContain('Students: 1 added, 1 removed, 1 changed');

    const own = await scriptlessPage(rest, counselor);
    await own.goto(path());
    expect(own.text()).toContain('Edited, 2 saves');
    for (const hidden of [CHANGES, YEARS, second.email]) expect(own.html).not.toContain(hidden);
    await page.press('Approve');
    expect(page.text()).toContain('Status: Pending → Approved');
    expect(page.text()).not.toContain(CHANGES);
  });
});

it('saving without a list goes to the next designation of the review queue, and reports when nothing changed', async () => {
  const other = await makeSchool(rest.orm, { name: 'Birch High' });
  await makeDesignation(rest.orm, {
    ...{ highSchoolId: other.id, academicYearId: year.id, submittedById: admin.id, status: 'PENDING' },
    ...{ classSize: 10, criteria: 'CUMULATIVE_GPA', students: 1 },
  });
  const { id: academicYearId } = await makeYear(rest.orm, { year: 2020, status: 'INACTIVE' });
  const past = await makeDesignation(rest.orm, {
    ...{ highSchoolId: school.id, academicYearId, submittedById: admin.id, status: 'PENDING' },
    ...{ classSize: 10, criteria: 'CUMULATIVE_GPA', students: 1 },
  });
  const page = await scriptlessPage(rest, admin);
  await page.goto(`/designations/${past.id}`);
  page.fill({ status: 'APPROVED' });
  await page.press('Save and go to next');
  expect(page.texts('h1')[0]).toBe('Birch High');
  expect(page.text()).toContain('2026 academic year');
  expect(page.text()).toContain('This is the next designation in the review queue.');
  expect(page.values('status')).toContain('PENDING');
  expect(page.path).toContain('queue=');

  await page.goto(`/designations/${past.id}`);
  await page.press('Save and go to next');
  expect(page.text()).toContain(
    "Nothing to save: you haven't changed anything. Alder High 2020 is still Approved. This is the next",
  );
  expect(page.text()).not.toContain('Designation details have been updated!');
});

it('the pages of a designation record no disclosure for HEAD requests', async () => {
  const client = await rest.as(admin.id);
  const count = () => rest.orm.em.fork().count(DisclosureEntity);
  const before = await count();
  for (const address of [path(), `${path()}/edit/students`, `${path()}.data`])
    expect([address, (await client.send('HEAD', address)).status]).toEqual([address, 200]);
  expect(await count()).toBe(before);
});
