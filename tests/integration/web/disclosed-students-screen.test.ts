import { beforeAll, expect, it } from 'vitest';
import { recordDisclosure } from '#app/domain/disclosures/record-disclosure.server.ts';
import { getDesignation } from '#app/domain/designations/get-designation.server.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import { makeDesignation, studentInput } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear, type MadeYear } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { renderedBuild, scriptlessPage } from '#tests/support/scriptless-page.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const rest = useRest({ build: renderedBuild });
const ANN = { first: 'Ann', last: 'Zebrowski', dateOfBirth: '2009-05-17' };
const WARNING = "may also be on another school's list. Check where the student has the most credits.";
let year: MadeYear;

beforeAll(async () => {
  year = await makeYear(rest.orm);
});

it("a student who may be on two lists is shown to administrators side by side, with a disclosure; the details page has no other school's student", async () => {
  const { orm } = rest;
  const admin = await makeAdmin(orm);
  const school = await makeSchool(orm, { name: 'Elder High' });
  const other = await makeSchool(orm, { name: 'Quixote High' });
  const { user: counselor } = await makeCounselor(orm, [school.id]);
  const stranger = await makeCounselor(orm, [other.id], { firstName: 'Quentin', lastName: 'Quarrel' });
  const given = { academicYearId: year.id, criteria: 'CUMULATIVE_GPA', status: 'PENDING' } as const;
  const mine = await makeDesignation(orm, {
    ...{ ...given, highSchoolId: school.id, submittedById: counselor.id, classSize: 20 },
    students: [ANN, {}],
  });
  const theirs = await makeDesignation(orm, {
    ...{ ...given, highSchoolId: other.id, submittedById: stranger.user.id, classSize: 20 },
    students: [
      {},
      studentInput({ ...ANN, middle: 'Quillon', phone: '(907) 555-0177', email: 'quill@other.example.org' }),
    ],
  });
  const [ann] = mine.students;
  const [, twin] = theirs.students;
  const secrets = [
    ...['Quixote', 'Quillon', 'Quentin', 'Quarrel', '555-0177', 'quill@other.example.org'],
    ...[theirs.id, other.id, stranger.user.id, twin?.id ?? '', twin?.address.address1 ?? ''],
  ];

  const page = await scriptlessPage(rest, admin);
  await page.goto(`/designations/${mine.id}`);
  expect(page.text()).toContain(`Student 1 ${WARNING}`);
  // The next designation in the list is the other school's, so its name and URL appear on the page.
  expect(secrets.filter((secret) => page.html.includes(secret))).toEqual(['Quixote', theirs.id]);
  await page.goto(page.links('Compare student 1 side by side')[0] ?? '');
  expect(page.texts('h1')).toEqual(['Compare students']);
  expect(page.texts('tr')).toEqual([
    'Item Elder High Quixote High',
    'Designation Elder High Pending Quixote High Pending',
    'Position on the list 1 2',
    'Name Differs Ann Zebrowski Ann Quillon Zebrowski',
    'Preferred name Not provided Not provided',
    'Date of birth 2009-05-17 2009-05-17',
    `Email Differs ${ann?.email} quill@other.example.org`,
    'Phone Differs (907) 555-0123 (907) 555-0177',
    `Address Differs ${ann?.address.address1}, Juneau, AK 99801 ${twin?.address.address1}, Juneau, AK 99801`,
  ]);
  const disclosures = await storedRows(orm, DisclosureEntity, ['purpose', 'studentIds'], {
    where: { actor: admin.id },
    orderBy: { at: 'asc', purpose: 'asc' },
  });
  expect(disclosures.map(({ purpose, studentIds }) => [purpose, studentIds])).toEqual([
    ['designation.read', mine.students.map(({ id }) => id)],
    ['students.compare', [ann?.id, twin?.id]],
  ]);
  await page.goto(`/designations/${theirs.id}/compare/students`);
  expect(page.text()).toContain('Student 2: Ann Quillon Zebrowski');
});

it('who obtained the data of a student is shown to administrators, from the list of students, page by page, and the student is not named', async () => {
  const { orm } = rest;
  const admin = await makeAdmin(orm, { firstName: 'Ada', lastName: 'Berg', email: 'ada@example.org' });
  const school = await makeSchool(orm, { name: 'Aurora High' });
  const designation = await makeDesignation(orm, {
    ...{ academicYearId: year.id, highSchoolId: school.id, submittedById: admin.id, status: 'PENDING' },
    ...{ classSize: 20, criteria: 'CUMULATIVE_GPA' },
    students: [{}, { first: 'Quillon', last: 'Zebrowski' }],
  });
  const studentIds = designation.students.map(({ id }) => id);
  const filter = { academicYearId: year.id, status: ['PENDING', 'RETURNED'] };
  const download = { purpose: 'designations.download', filter };
  const ctx = makeCtx({ orm, channel: 'CLI', now: rest.clock.now });
  await recordDisclosure(ctx, { ...download, studentIds: studentIds.slice(0, 1) });
  for (let count = 0; count < 60; count += 1) await recordDisclosure(ctx, { ...download, studentIds });
  rest.clock.advance(1_000);
  const read = makeCtx({ orm, actor: actorOf(admin), channel: 'REST', now: rest.clock.now });
  await getDesignation(read, designation.id);

  const page = await scriptlessPage(rest, admin);
  await page.goto(`/designations/${designation.id}?status=PENDING`);
  await page.goto(page.links('Disclosures for student 2')[0] ?? '');
  expect(page.texts('h1')).toEqual(['Disclosures for student 2']);
  const rows = () => page.texts('tr').slice(1);
  expect(rows().find((row) => row.includes('Browser'))).toMatch(
    / Ada Berg ada@example\.org Browser Opened the designation 2$/,
  );
  expect(rows().find((row) => row.includes('Command line'))).toMatch(
    / The system Command line Downloaded as CSV 2026, status Pending or Returned 2$/,
  );
  expect(rows().filter((row) => row.includes('REST'))).toHaveLength(1);
  expect(page.html).not.toMatch(/Quillon|Zebrowski/);
  expect(page.text()).toContain('Showing 1 to 50 of 62 disclosures');
  const back = page.links('Aurora High')[0] ?? '';
  const { path } = page;
  await page.goto(page.links('Next')[0] ?? '');
  expect(rows()).toHaveLength(12);
  expect(back).toMatch(/\?status=PENDING$/);
  await page.goto(path.replace('/disclosures', '/disclosures.data'));
  expect(page.html).not.toMatch(/Quillon|Zebrowski/);
});
