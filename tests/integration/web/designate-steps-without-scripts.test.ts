import { describe, expect, it } from 'vitest';
import { DesignationEntity } from '#db/entities/designation.ts';
import { makeStudent, studentInput } from '#tests/factories/designation-factory.server.ts';
import { type MadeSchool, makeYear, type MadeYear } from '#tests/factories/school-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { useSchoolWithCounselor } from '#tests/support/school-with-counselor.server.ts';
import { renderedBuild, type ScriptlessPage, scriptlessPage } from '#tests/support/scriptless-page.server.ts';

const rest = useRest({ build: renderedBuild });
let year: MadeYear;
let school: MadeSchool;
let page: ScriptlessPage;

const designate = useSchoolWithCounselor(
  rest,
  async (made) => {
    ({ year, school } = made);
    page = await scriptlessPage(rest, made.counselor);
  },
  { classSize: 20, criteria: 'CUMULATIVE_GPA' },
);

const step = (name: string) => `/designate/${name}?school=${school.id}&year=${year.id}`;
const heading = () => page.texts('h1')[0];

describe('the method step without scripts', () => {
  it("prefills and mentions last year's criteria, requires a comment if they differ, and skips the students of an empty class", async () => {
    const earlier = await makeYear(rest.orm, { year: 2024, status: 'INACTIVE' });
    const last = { classSize: 20, criteria: 'CUMULATIVE_GPA', criteriaComment: 'By rank.' } as const;
    await designate({ academicYearId: earlier.id, status: 'APPROVED', ...last });
    await page.goto(step('agreement'));
    page.fill({ accepted: true });
    await page.press('Continue');
    expect(heading()).toBe('Method');
    expect(page.texts('blockquote')).toEqual(['“By rank.”']);
    expect(page.value('criteriaComment')).toBe('');
    expect(page.text()).toContain('In 2024, your school used Cumulative GPA.');
    expect(page.value('criteria')).toBe('CUMULATIVE_GPA');
    page.fill({ classSize: '0', criteria: 'CUMULATIVE_WEIGHTED_GPA' });
    await page.press('Continue');
    expect(page.texts('[alert]').join()).toContain(
      "Explain your criteria. A comment is required if the criteria are “Other” or differ from last year's.",
    );
    page.fill({ criteriaComment: 'Weighted since this year.' });
    await page.press('Continue');
    expect(heading()).toBe('Review');
    expect(page.text()).toContain("You aren't designating any students.");
    expect(page.text()).toContain('Weighted since this year.');
    expect(page.links('Back')).toEqual([step('method')]);
  });
});

describe('the review without scripts', () => {
  it('links each part, each student, and each warning to its form', async () => {
    const { address } = studentInput();
    const named = { first: 'Ann', last: 'Lee', address: { ...address, zip5: '99827' } };
    await designate({ students: [{}, named] });
    await page.goto(step('review'));
    expect(page.links('Change student 2')).toEqual([`${step('students')}&student=2#student-2`]);
    expect(page.links('Student 2 (Ann Lee)')).toEqual([`${step('students')}&student=2#student-2`]);
    expect(page.links('Change the method')).toEqual([step('method')]);
    expect(page.links('Change the students')).toEqual([step('students')]);
  });

  it('says what is missing in a refused submission, with links to the fields, and shows what a colleague changed', async () => {
    const { id } = await designate({ students: 1 });
    await page.goto(step('review'));
    await page.press('Submit');
    const alert = () => page.texts('[alert]').join();
    expect(alert()).toContain('Unable to submit designation: ');
    expect(page.links('A class of 20 needs exactly 2 students; this list has 1.')).toEqual([
      step('students'),
    ]);
    await makeStudent(rest.orm, { designationId: id, position: 1, last: '' });
    await page.goto(step('review'));
    await page.press('Submit');
    expect(page.links('Student 2: Last name is required.')).toEqual([
      `${step('students')}&student=2#student-2`,
    ]);

    await rest.orm.em
      .fork()
      .nativeUpdate(DesignationEntity, { id }, { criteriaComment: 'By a colleague.', version: 7 });
    await page.press('Submit');
    expect(alert()).toContain('Look at the latest version, then make your change again.');
    expect(page.text()).toContain('By a colleague.');
  });
});
