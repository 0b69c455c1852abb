import { expect, it } from 'vitest';
import { studentInput } from '#tests/factories/designation-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import {
  agree,
  chooseMethod,
  enterStudent,
  expectStep,
  holdScript,
  openStudent,
  storedDrafts,
  submit,
  useDesignateApp,
} from '#tests/support/designate-app.server.ts';
import { savingScene } from '#tests/support/saving-scene.server.ts';

const bench = useDesignateApp();
const PENDING = { status: 'PENDING', classSize: 10, students: 1 } as const;

it('a pending designation is loaded into the draft after a question, even before the checks have loaded or after failed responses, and changed only by its submission', async () => {
  const { school, kim, designation, storedSize } = await savingScene(bench, PENDING);
  const page = await bench.pageOf(kim);
  await page.goto(bench.step('students', school));
  await expectStep(page, 'Agreement');
  const checks = await holdScript(page, 'designate-validation');
  await bench.open(page, 'agreement', school);
  await agree(page);
  expect(checks.requests()).toBe(1);
  checks.release();
  const dialog = page.getByRole('alertdialog');
  await dialog.waitFor();
  expect(await dialog.innerText()).toContain(
    'This designation has already been submitted and is pending review. Are you sure you want to edit it?',
  );
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expectStep(page, 'Agreement');

  await page.getByRole('button', { name: 'Continue' }).click();
  for (const [response, sentence] of [
    [
      { status: 503, json: { statusCode: 503, error: 'Service Unavailable', message: 'Back in a moment.' } },
      'Back in a moment.',
    ],
    [{ status: 200, json: { id: 7 } }, 'Error: Validation error'],
  ] as const) {
    await page.route('**/api/designations/*', (route) => route.fulfill(response));
    await dialog.getByRole('button', { name: 'Edit designation' }).click();
    const alert = page.getByRole('alert').filter({ hasText: sentence });
    await alert.waitFor();
    expect((await alert.innerText()).trim()).toBe(sentence);
    await page.getByRole('button', { name: 'Continue' }).click();
    await dialog.waitFor();
  }
  await page.unroute('**/api/designations/*');
  await dialog.getByRole('button', { name: 'Edit designation' }).click();
  await expectStep(page, 'Method');
  bench.browser.takeComplaints();
  const first = designation.students[0]?.first ?? '';
  expect(await page.getByLabel('Class size').inputValue()).toBe('10');
  const drafts = Object.values(await storedDrafts(page)).map((text) => JSON.parse(text) as object);
  expect(drafts).toMatchObject([{ id: designation.id, students: [{ first }] }]);

  await chooseMethod(page, 24);
  await expectStep(page, 'Students');
  expect(await (await openStudent(page, 1)).getByLabel('First name').inputValue()).toBe(first);
  await enterStudent(page, 2, studentInput({ first: 'Second' }));
  await page.getByRole('button', { name: 'Back' }).click();
  await expectStep(page, 'Method');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectStep(page, 'Students');
  await page.reload();
  await expect
    .poll(async () => (await openStudent(page, 2)).getByLabel('First name').inputValue())
    .toBe('Second');
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await expectStep(page, 'Review');
  expect(await storedSize()).toBe(10);
  await submit(page);
  await expectStep(page, 'Submitted');
  expect(await storedSize()).toBe(24);
  expect(await storedDrafts(page)).toEqual({});
});
