import { expect, it } from 'vitest';
import { LONGEST_RETRY_MS } from '#app/components/designate/draft/autosave.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { CSV_HEADER } from '#tests/support/csv-import.ts';
import {
  expectStep,
  openStudent,
  openStudentsStep,
  passTypingPause,
  submit,
  useDesignateApp,
} from '#tests/support/designate-app.server.ts';
import { importButton, load } from '#tests/support/import-session.server.ts';
import { saveStatus, untilSaved } from '#tests/support/saving-scene.server.ts';
import { studentsOf } from '#tests/support/stored-students.server.ts';

const bench = useDesignateApp();

const namesOf = async (school: { id: string }) =>
  (await studentsOf(bench.orm, school)).map(({ first }) => first);

it('an import, typed text, a step, and a submission while the server has crashed, or after a colleague changed something, keep everything, say what to do, and then work', async () => {
  const { page, school } = await openStudentsStep(bench, { positions: 2 });
  const student = (first: string) =>
    `${first},,Lee,,03/14/2010,1 A St,,Juneau,AK,99801,9075550101,${first}@s.example.org,,N`;
  const killed = new Promise<void>((resolve) => {
    void page.route('**/designate/editing/**', async (route) => {
      if (route.request().method() !== 'PATCH' || !bench.app.server.isRunning()) return route.continue();
      await Promise.all([route.continue(), bench.app.server.kill()]);
      resolve();
    });
  });
  await load(page, [CSV_HEADER, student('Ann'), student('Bo')].join('\n'));
  await importButton(page).click();
  await passTypingPause(page);
  await killed;
  await page.unroute('**/designate/editing/**');
  await saveStatus(page)
    .getByText("Can't reach the server. Your changes are kept on this device; we'll keep trying.")
    .waitFor();
  await (await openStudent(page, 2)).getByLabel('First name').fill('Bonnie');
  await page.getByRole('button', { name: 'Review' }).click();
  await page
    .getByText(
      "We can't reach the server, so you're still on this step. What you typed is kept on this device. Try again in a minute.",
    )
    .waitFor();
  await expectStep(page, 'Students');
  await bench.app.restart();
  await page.clock.runFor(LONGEST_RETRY_MS);
  await untilSaved(page);
  await expect.poll(() => namesOf(school)).toEqual(['Ann', 'Bonnie']);
  await page.getByRole('button', { name: 'Review' }).click();
  await expectStep(page, 'Review');

  // Stops the page from noticing the change by polling.
  await page.route('**/designate/editing/**', (route) => route.fulfill({ status: 204 }));
  await page.route(/\/designate\/review\.data/, (route) => route.abort('connectionrefused'));
  await submit(page);
  await page
    .getByText(
      "Unable to submit designation: Unknown error. We can't reach the server. What you entered is still here. Try again in a minute.",
    )
    .waitFor();
  await expectStep(page, 'Review');
  await expectNoAxeViolations(page);
  await page.unroute(/\/designate\/review\.data/);

  await bench.orm.em
    .fork()
    .nativeUpdate(DesignationEntity, { highSchool: school.id }, { criteriaComment: 'By a colleague.' });
  await submit(page);
  await page
    .getByRole('alert')
    .getByText('Look at the latest version, then make your change again.')
    .waitFor();
  await page.getByText('By a colleague.').waitFor();
  await submit(page);
  await page.getByText('has been submitted.').waitFor();
  expect(await namesOf(school)).toEqual(['Ann', 'Bonnie']);
  bench.browser.takeComplaints();
});
