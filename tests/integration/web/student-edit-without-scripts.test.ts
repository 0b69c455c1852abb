import { expect, it } from 'vitest';
import { StudentEntity } from '#db/entities/student.ts';
import { studentInput } from '#tests/factories/designation-factory.server.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { useSchoolWithCounselor } from '#tests/support/school-with-counselor.server.ts';
import { renderedBuild, scriptlessPage } from '#tests/support/scriptless-page.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const rest = useRest({ build: renderedBuild });
const designate = useSchoolWithCounselor(rest, () => undefined, {
  ...{ status: 'PENDING', classSize: 24, criteria: 'CUMULATIVE_GPA' },
});

it("the administrator's edit of students moves, corrects, removes, and adds students without scripts, and needs at least one", async () => {
  const { id, students } = await designate({ students: 2 });
  const [one, two] = students;
  const stored = async () => {
    const rows = await storedRows(rest.orm, StudentEntity, ['id', 'first'], {
      ...{ where: { designation: id }, orderBy: { position: 'asc' } },
    });
    return rows.map((row) => [row.id, row.first]);
  };
  const page = await scriptlessPage(rest, await makeAdmin(rest.orm));
  const openList = () => page.goto(`/designations/${id}/edit/students`);
  const field = (index: number, name: string) => `students[${index - 1}].${name}`;
  const slots = () => page.texts('.student-slot').length;

  await openList();
  expect(slots()).toBe(2);
  await page.press(/^Student 1 /);
  await page.press('Move down');
  expect(page.value(field(2, 'first'))).toBe(one?.first);
  page.fill({ [field(2, 'first')]: 'Corrected', [field(2, 'email')]: 'not an address' });
  expect(await page.press('Save')).toBe(400);
  expect(page.texts('[alert]').join()).toContain('Student 2: Enter an email address like name@example.org.');
  expect(page.value(field(2, 'first'))).toBe('Corrected');
  expect(await stored()).toEqual(students.map((student) => [student.id, student.first]));
  page.fill({ [field(2, 'email')]: 'right@students.example.org' });
  await page.press('Save');
  expect(page.text()).toContain('Designation details have been updated!');
  expect(page.path).toBe(`/designations/${id}`);
  expect(await stored()).toEqual([
    [two?.id, two?.first],
    [one?.id, 'Corrected'],
  ]);

  await openList();
  await page.press(/^Student 1 /);
  await page.press('Remove student 1');
  expect(slots()).toBe(1);
  await page.press('Add student');
  expect(slots()).toBe(2);
  const { last, dateOfBirth, phone, email, address } = studentInput();
  expect(page.value(field(2, 'address.state'))).toBe('AK');
  page.fill({
    [field(2, 'first')]: 'Added',
    ...{ [field(2, 'last')]: last, [field(2, 'dateOfBirth')]: dateOfBirth, [field(2, 'phone')]: phone },
    ...{ [field(2, 'email')]: email, [field(2, 'address.address1')]: address.address1 },
    ...{ [field(2, 'address.city')]: address.city, [field(2, 'address.zip5')]: address.zip5 },
  });
  await page.press('Save');
  expect(page.text()).toContain('Designation details have been updated!');
  expect((await stored()).map(([, first]) => first)).toEqual(['Corrected', 'Added']);

  await openList();
  for (const left of [1, 0]) {
    await page.press(/^Student 1 /);
    await page.press('Remove student 1');
    expect(slots()).toBe(left);
  }
  expect(await page.press('Save')).toBe(400);
  expect(page.texts('[alert]').join()).toContain('Unable to find students on page');
  expect(await stored()).toHaveLength(2);
});

it("the administrator's edit of students offers empty forms for missing students, which are ignored while they are empty, without scripts", async () => {
  const { id, students } = await designate({ students: 2, classSize: 29 });
  const page = await scriptlessPage(rest, await makeAdmin(rest.orm));
  await page.goto(`/designations/${id}/edit/students`);
  expect(page.texts('.student-slot')).toHaveLength(3);
  await page.press('Save');
  expect(page.text()).toContain('Designation details have been updated!');
  const rows = await storedRows(rest.orm, StudentEntity, ['first'], { where: { designation: id } });
  expect(rows.map(({ first }) => first).toSorted()).toEqual(students.map(({ first }) => first).toSorted());
});
