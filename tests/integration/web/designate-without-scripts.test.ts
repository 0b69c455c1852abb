import { beforeEach, describe, expect, it } from 'vitest';
import { StudentEntity } from '#db/entities/student.ts';
import type { MadeSchool, MadeYear } from '#tests/factories/school-factory.server.ts';
import { makeStaff, makeUser, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { useSchoolWithCounselor } from '#tests/support/school-with-counselor.server.ts';
import { renderedBuild, type ScriptlessPage, scriptlessPage } from '#tests/support/scriptless-page.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { studentsOf } from '#tests/support/stored-students.server.ts';

const rest = useRest({ build: renderedBuild });
let year: MadeYear;
let school: MadeSchool;
let counselor: MadeUser;
let page: ScriptlessPage;

const designate = useSchoolWithCounselor(
  rest,
  async (made) => {
    ({ year, school, counselor } = made);
    page = await scriptlessPage(rest, counselor);
  },
  { classSize: 20, criteria: 'CUMULATIVE_GPA' },
);

const step = (name: string) => `/designate/${name}?school=${school.id}&year=${year.id}`;
const heading = () => page.texts('h1')[0];
const names = () => page.texts('.student-line-name');

async function chooseMethod(classSize: number, tab = page): Promise<void> {
  tab.fill({ classSize: String(classSize), criteria: 'CUMULATIVE_GPA' });
  await tab.press('Continue');
}

/** Returns a first name as its form has it, opening the form if necessary. */
async function firstName(position: number): Promise<string | undefined> {
  await openStudent(position);
  return page.value(`students[${position - 1}].first`);
}

async function openStudent(position: number): Promise<void> {
  if (!page.html.includes(`name="students[${position - 1}].first"`)) {
    await page.press(new RegExp(`^Student ${position} `));
  }
}

const HEADER =
  'First name,Last name,Date of birth (mm/dd/yyyy),Phone,Email,Parent Email,Address1,City,Zipcode';

function csvOf(students: readonly string[]): File {
  const rows = students.map(
    (name) => `${name},Lee,3/4/2010,9075550123,${name}@s.example.org,,1 Spruce St,Juneau,99801`,
  );
  return new File([[HEADER, ...rows].join('\n')], 'students.csv', { type: 'text/csv' });
}

async function importFile(file: File): Promise<void> {
  page.attach('csv', file);
  await page.press('Import');
}

describe('the steps without scripts', () => {
  it('require the terms and a comment, and keep what was entered', async () => {
    await page.goto(step('agreement'));
    expect(page.text()).toContain(
      'The students are in the top ten percent of the junior class at the end of the spring term. Ties are resolved on academic factors. Dual-enrolled students are counted by their primary school, the one where they have the most credits.',
    );
    await page.press('Continue');
    expect(page.texts('[alert]').join()).toContain('Please accept the designation terms.');
    page.fill({ accepted: true });
    await page.press('Continue');
    expect(heading()).toBe('Method');
    page.fill({ classSize: '24', criteria: 'OTHER' });
    await page.press('Continue');
    expect(page.texts('[alert]').join()).toContain('Explain your criteria');
    expect(page.value('classSize')).toBe('24');
  });

  it('store valid values and keep invalid ones when the user moves between students', async () => {
    await designate({ classSize: 30 });
    await page.goto(step('students'));
    page.fill({ 'students[0].first': 'Ann' });
    await page.press('Next student');
    expect(new URL(page.path, 'http://localhost').searchParams.get('student')).toBe('2');
    expect((await studentsOf(rest.orm, school)).map(({ first }) => first)).toEqual(['Ann']);
    page.fill({ 'students[1].phone': '907' });
    await openStudent(3);
    page.fill({ 'students[2].first': 'Cy' });
    expect(page.texts('.student-slot')[1]).toContain('1 invalid');
    await openStudent(2);
    expect(page.value('students[1].phone')).toBe('907');
    await page.press('Review');
    await page.press('Student 3: Last name is required. And 6 more.');
    expect(page.value('students[2].first')).toBe('Cy');
    expect(names()[0]).toBe('Ann');
  });

  it('name the only invalid value with its message, and continue once it is corrected', async () => {
    await designate({ students: 2 });
    await page.goto(step('students'));
    await openStudent(2);
    page.fill({ 'students[1].phone': '907' });
    await page.press('Review');
    expect(page.texts('[alert]').join()).toContain(
      'Student 2: Phone number must be in the format (xxx) xxx-xxxx or (xxx) xxx-xxxx, extension xxx...',
    );
    await openStudent(2);
    page.fill({ 'students[1].phone': '907.555.0199' });
    await page.press('Review');
    expect(heading()).toBe('Review');
    expect(page.text()).toContain('(907) 555-0199');
  });

  it('keep incomplete input when the user goes back', async () => {
    await designate();
    await page.goto(step('students'));
    await openStudent(2);
    page.fill({ 'students[1].first': 'Only this' });
    await page.press('Back');
    expect(heading()).toBe('Method');
    await page.press('Continue');
    expect([await firstName(1), await firstName(2)]).toEqual(['', 'Only this']);
  });

  it('ask in the page before a smaller class size removes students', async () => {
    const designation = await designate({ students: 2 });
    const [first = '', second = ''] = designation.students.map(({ id }) => id);
    await page.goto(step('method'));
    await chooseMethod(10);
    expect(page.texts('[alert]').join()).toContain('Choose 1 student to remove from your list.');
    expect(page.text()).toContain("With a class of 10, you'll designate 1 student.");
    expect(page.value('removed')).toBe(second);
    page.check('removed', first, true);
    await page.press('Remove students and continue');
    expect(page.texts('[alert]').join()).toContain('Choose exactly 1 student to remove. You chose 2.');
    page.check('removed', first, true);
    page.check('removed', second, false);
    await page.press('Remove students and continue');
    expect(heading()).toBe('Students');
    expect(page.texts('.student-slot')).toHaveLength(1);
    const stored = await storedRows(rest.orm, StudentEntity, ['id'], {
      where: { designation: designation.id },
    });
    expect(stored).toEqual([{ id: second }]);
  });

  it('continue a designation that a colleague started after a confirmation', async () => {
    const colleague = await makeUser(rest.orm, { firstName: 'Robin', lastName: 'Reed' });
    await makeStaff(rest.orm, { highSchoolId: school.id, userId: colleague.id });
    await designate({ submittedById: colleague.id });
    await page.goto(step('agreement'));
    page.fill({ accepted: true });
    await page.press('Continue');
    expect(page.text()).toContain(
      'Robin Reed has already started this designation. Are you sure you want to edit it?',
    );
    await page.press('Edit designation');
    expect(heading()).toBe('Method');
  });

  it('explain that a pending designation needs JavaScript, and keep the input', async () => {
    await designate({ status: 'PENDING', classSize: 10, students: 1 });
    for (const name of ['agreement', 'method', 'students']) {
      await page.goto(step(name));
      expect(page.text()).toContain('To edit it, turn on JavaScript');
    }
    await openStudent(1);
    page.fill({ 'students[0].first': 'Changed' });
    await page.press('Review');
    expect(page.texts('[alert]').join()).toContain('To edit it, turn on JavaScript');
    expect(await firstName(1)).toBe('Changed');
  });

  it('ask before overwriting a version that someone else saved in the meantime', async () => {
    await designate();
    const theirs = await scriptlessPage(rest, counselor);
    await page.goto(step('method'));
    await theirs.goto(step('method'));
    await chooseMethod(40, theirs);
    await chooseMethod(30);
    expect(page.text()).toContain('You changed this in another tab or on another device on ');
    expect(page.value('classSize')).toBe('30');
    await page.press('Keep my version');
    expect(heading()).toBe('Students');
    expect(page.texts('.student-slot')).toHaveLength(3);
  });

  it('remove and move students, with Undo', async () => {
    await designate({
      students: [
        { first: 'Ann', last: 'Lee' },
        { first: 'Bo', last: 'Kim' },
      ],
    });
    await page.goto(step('students'));
    await openStudent(1);
    await page.press('Remove this student');
    expect(page.text()).toContain('Removed Ann Lee.');
    expect(names()).toEqual(['Bo Kim', 'No name yet']);
    await page.press('Undo');
    expect(page.text()).toContain('Undone');
    expect(names()).toEqual(['Ann Lee', 'Bo Kim']);
    await openStudent(1);
    await page.press('Move down');
    expect(page.text()).toContain('Moved Ann Lee to position 2.');
    expect(names()).toEqual(['Bo Kim']);
    expect(await firstName(2)).toBe('Ann');
  });
});

describe('the import without scripts', () => {
  beforeEach(async () => {
    await designate({ students: 0 });
    await page.goto(step('students'));
  });

  it('fills the forms, asks before replacing, and can be undone and redone', async () => {
    expect(page.links('template file')).toEqual([expect.stringMatching(/\.csv$/)]);
    await importFile(csvOf(['Ann', 'Bo', 'Cy']));
    expect(names()).toEqual(['Ann Lee', 'Bo Lee']);
    expect(page.text()).toContain(
      'The file has 3 students, but your list has 2 spots. We skipped the last student.',
    );
    await importFile(csvOf(['Di', 'Ed']));
    expect(names()).toEqual(['Ann Lee', 'Bo Lee']);
    expect(page.texts('[alert]').join()).toContain("We'll remove Ann Lee and Bo Lee from your list.");
    await page.press('Keep my list');
    expect(page.text()).not.toContain('Replace 2 students?');
    expect(names()).toEqual(['Ann Lee', 'Bo Lee']);
    await importFile(csvOf(['Di', 'Ed']));
    expect(page.texts('[alert]').join()).toContain('Replace 2 students?');
    await page.press('Replace 2 students');
    expect(page.text()).toContain('2 students imported.');
    expect(names()).toEqual(['Di Lee', 'Ed Lee']);
    await page.press('Undo');
    expect(page.text()).toContain('Undone. Your earlier list is back.');
    expect(names()).toEqual(['Ann Lee', 'Bo Lee']);
    await page.press('Redo');
    expect(page.text()).toContain('Redone. Your changes are back.');
    expect(names()).toEqual(['Di Lee', 'Ed Lee']);
    await page.press('Review');
    expect(heading()).toBe('Review');
  });

  it.each([
    ['First name\nAnn', "This file contains text, but its name doesn't end in .csv", 'students.html'],
    ['PK\u0003\u0004\0\0', 'Unable to parse CSV - is it formatted correctly?', 'students.csv'],
    ['Homeroom,Locker\n12b,7', "We don't recognize any columns in this file.", 'students.csv'],
    [
      'First name,Date of birth\nAnn,03/04/2010',
      'Some dates of birth can be read more than one way, such as “03/04/2010”.',
      'students.csv',
    ],
    [`First name\n${'Ann\n'.repeat(1_400_000)}`, 'The file is larger than 5 MB.', 'students.csv'],
  ])('rejects what it cannot read, and keeps the list (%#)', async (text, sentence, name) => {
    await importFile(csvOf(['Di', 'Ed']));
    await importFile(new File([text], name, { type: 'text/csv' }));
    expect(page.texts('[alert]').join()).toContain(sentence);
    expect(names()).toEqual(['Di Lee', 'Ed Lee']);
  });
});
