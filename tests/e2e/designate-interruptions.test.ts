import { expect, it } from 'vitest';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { makeStaff } from '#tests/factories/user-factory.server.ts';
import { CSV_HEADER } from '#tests/support/csv-import.ts';
import { openStudent, openStudentsStep, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { importButton, load } from '#tests/support/import-session.server.ts';
import { comeBack, saving, untilSaved } from '#tests/support/saving-scene.server.ts';
import { studentsOf } from '#tests/support/stored-students.server.ts';

const bench = useDesignateApp();

const namesOf = async (school: { id: string }) =>
  (await studentsOf(bench.orm, school)).map(({ first }) => first);

it('someone removed from the staff while typing reads why nothing is saved, and loses nothing once added again', async () => {
  const { page, school, counselor } = await openStudentsStep(bench, { positions: 2, students: 1 });
  const membership = { highSchool: school.id, user: counselor.id };
  await bench.orm.em.fork().nativeDelete(HighSchoolStaffEntity, membership);
  const first = (await openStudent(page, 1)).getByLabel('First name');
  await first.fill('Typed');
  await saving(page)
    .getByText(
      "Not saved: you don't have access to this school anymore. Your changes are kept on this device. Once someone adds you to its staff again, we'll save them.",
    )
    .waitFor();
  expect(await first.inputValue()).toBe('Typed');
  expect(await namesOf(school)).not.toContain('Typed');

  await makeStaff(bench.orm, { highSchoolId: school.id, userId: counselor.id });
  await comeBack(page);
  await untilSaved(page);
  await expect.poll(() => namesOf(school)).toEqual(['Typed']);
  bench.browser.takeComplaints();
});

it('an import and what is typed while the server has crashed are saved once it runs again', async () => {
  const { page, school } = await openStudentsStep(bench, { positions: 2 });
  const killed = new Promise<void>((resolve) => {
    void page.route('**/designate/editing/**', async (route) => {
      if (route.request().method() !== 'PATCH' || !bench.app.server.isRunning()) return route.continue();
      await Promise.all([route.continue(), bench.app.server.kill()]);
      resolve();
    });
  });
  await load(page, [CSV_HEADER, 'Ann,,Lee,,,,,,,,,,,', 'Bo,,Kim,,,,,,,,,,,'].join('\n'));
  await importButton(page).click();
  await killed;
  await page.unroute('**/designate/editing/**');
  await saving(page)
    .getByText("Can't reach the server. Your changes are kept on this device; we'll keep trying.")
    .waitFor();
  await (await openStudent(page, 2)).getByLabel('First name').fill('Bonnie');
  await bench.app.restart();
  await untilSaved(page);
  await expect.poll(() => namesOf(school)).toEqual(['Ann', 'Bonnie']);
  bench.browser.takeComplaints();
});
