import { expect, it } from 'vitest';
import { studentInputs } from '#tests/factories/designation-factory.server.ts';
import {
  agree,
  chooseMethod,
  enterStudent,
  expectStep,
  openStudent,
  studentForm,
  useDesignateApp,
} from '#tests/support/designate-app.server.ts';
import { tabTo } from '#tests/support/keyboard.ts';

const bench = useDesignateApp();

it('a counselor without scripts corrects and submits a designation on a phone, with every link clear of the bar', async () => {
  const { school, counselor } = await bench.newSchool();
  const page = await bench.pageOf(counselor, {
    javaScriptEnabled: false,
    viewport: { width: 375, height: 740 },
  });
  const students = studentInputs(3);
  await page.goto(bench.step('agreement', school));
  expect(await page.locator('form').getByRole('listitem').allInnerTexts()).toEqual([
    'The students are in the top ten percent of the junior class at the end of the spring term.',
    'Ties are resolved on academic factors.',
    'Dual-enrolled students are counted by their primary school, the one where they have the most credits.',
  ]);
  await agree(page);
  await expectStep(page, 'Method');
  await chooseMethod(page, 30);

  await expectStep(page, 'Students');
  for (const [index, student] of students.entries()) await enterStudent(page, index + 1, student);
  await (await openStudent(page, 2)).getByLabel('Phone').fill('907');
  await page.getByRole('button', { name: 'Next student' }).click();
  await studentForm(page, 3).waitFor();
  await page.getByRole('button', { name: 'Review', exact: true }).last().click();
  expect(await page.getByRole('alert').innerText()).toContain(
    'Student 2: Phone number must be in the format (xxx) xxx-xxxx or (xxx) xxx-xxxx, extension xxx...',
  );
  expect(await (await openStudent(page, 1)).getByLabel('Email', { exact: true }).inputValue()).toBe(
    students[0]?.email,
  );
  bench.browser.takeComplaints();
  await (await openStudent(page, 2)).getByLabel('Phone').fill('907.555.0199');
  await page.getByRole('button', { name: 'Review', exact: true }).last().click();

  await expectStep(page, 'Review');
  expect(await page.locator('form noscript').innerText()).toBe(
    'Corrections will be allowed while in Pending status only. Once the status changes to Approved, no changes can be made.',
  );
  const links = page.getByRole('link', { name: /^Change student/ });
  expect(await links.count()).toBe(3);
  for (const link of await links.all()) {
    await tabTo(page, link);
    const gap = await link.evaluate((element) => {
      const bar = document.querySelector('.step-bar')?.getBoundingClientRect().top ?? 0;
      return bar - element.getBoundingClientRect().bottom;
    });
    expect(gap).toBeGreaterThan(0);
  }
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expectStep(page, 'Submitted');
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
});
