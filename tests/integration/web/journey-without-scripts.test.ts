import { expect, it } from 'vitest';
import { DesignationEntity } from '#db/entities/designation.ts';
import { makeDesignation, studentInput } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { renderedBuild, scriptlessPage } from '#tests/support/scriptless-page.server.ts';

const rest = useRest({ build: renderedBuild });
const QUESTION =
  'Corrections will be allowed while in Pending status only. Once the status changes to Approved, no changes can be made.';
const NOTE = 'Please add the apartment of the first student.';

it("a counselor designates, corrects after a return, resubmits, is approved, and can't change it anymore, without scripts", async () => {
  const { orm } = rest;
  const year = await makeYear(orm);
  const last = await makeYear(orm, { year: 2025, status: 'INACTIVE' });
  const school = await makeSchool(orm, { name: 'Yukon Flats School' });
  const { user } = await makeCounselor(orm, [school.id]);
  const admin = await makeAdmin(orm);
  await makeDesignation(orm, {
    ...{ highSchoolId: school.id, academicYearId: last.id, submittedById: admin.id, status: 'APPROVED' },
    ...{ classSize: 10, criteria: 'CUMULATIVE_GPA', students: 1 },
  });
  const counselor = await scriptlessPage(rest, user);
  const heading = () => counselor.texts('h1')[0];
  await counselor.goto('/');
  expect(counselor.text()).toContain('Unstarted Designations');
  await counselor.goto(
    counselor.links(/^Yukon Flats School/).find((link) => link.includes('/designate')) ?? '',
  );
  expect(heading()).toBe('Agreement');
  counselor.fill({ accepted: true });
  await counselor.press('Continue');
  expect([heading(), counselor.values('criteria')]).toEqual(['Method', ['CUMULATIVE_GPA']]);
  counselor.fill({ classSize: '21' });
  await counselor.press('Continue');
  expect(heading()).toBe('Students');
  for (const [index, first] of ['Núria', 'Kai'].entries()) {
    const { last: surname, dateOfBirth, phone, email, address } = studentInput();
    if (index > 0) await counselor.press('Next student');
    const field = (name: string) => `students[${index}].${name}`;
    counselor.fill({
      ...{ [field('first')]: first, [field('last')]: surname, [field('dateOfBirth')]: dateOfBirth },
      ...{ [field('phone')]: phone, [field('email')]: email, [field('address.city')]: address.city },
      ...{ [field('address.address1')]: address.address1, [field('address.zip5')]: address.zip5 },
    });
  }
  await counselor.press('Review');
  expect(counselor.texts('noscript')).toContain(QUESTION);
  await counselor.press('Submit');
  expect(heading()).toBe('Submitted');

  const { id } = await orm.em.fork().findOneOrFail(DesignationEntity, { academicYear: year.id });
  const office = await scriptlessPage(rest, admin);
  await office.goto(`/designations/${id}`);
  office.check('reasons', 'ADDRESS', true);
  office.fill({ note: NOTE });
  await office.press('Return designation');
  expect(office.text()).toContain('Designation details have been updated!');

  await counselor.goto('/');
  expect(counselor.text()).toContain(NOTE);
  await counselor.goto(`/designate/students?school=${school.id}&year=${year.id}`);
  await counselor.press(/^Student 1 /);
  counselor.fill({ 'students[0].address.address2': 'Apt 3' });
  await counselor.press('Review');
  await counselor.press('Submit');
  expect(heading()).toBe('Submitted');

  await office.goto(`/designations/${id}`);
  expect(office.text()).toContain('Apt 3');
  await office.press('Approve');
  expect((await orm.em.fork().findOneOrFail(DesignationEntity, id)).status).toBe('APPROVED');
  await counselor.goto(`/designate/agreement?school=${school.id}&year=${year.id}`);
  expect(counselor.text()).toContain('This designation has been approved, it cannot be edited.');
});
