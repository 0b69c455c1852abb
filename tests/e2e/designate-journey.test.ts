import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { loadDesignation } from '#app/domain/designations/get-designation.server.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { studentInput } from '#tests/factories/designation-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { expectStep, waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { tabTo } from '#tests/support/keyboard.ts';

const bench = useDesignateApp();

it('an administrator who is also staff of a school designates for it by keyboard, from the dashboard to the submission', async () => {
  const school = await makeSchool(bench.orm);
  const { user } = await makeCounselor(bench.orm, [school.id], { flags: ['ADMIN'] });
  const page = await bench.pageOf(user);
  const student = studentInput();
  await page.goto('/');
  await waitForHydration(page);
  await tabTo(
    page,
    page.locator('main a[href^="/designate/agreement"]').filter({ hasText: school.name }).first(),
  );
  await page.keyboard.press('Enter');
  await expectStep(page, 'Agreement');
  await tabTo(page, page.getByRole('checkbox'));
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');

  await expectStep(page, 'Method');
  await expectFocusOnHeading(page);
  await tabTo(page, page.getByLabel('Class size'));
  await page.keyboard.type('9');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');

  await expectStep(page, 'Students');
  await expectFocusOnHeading(page);
  await tabTo(page, page.getByLabel('First name'));
  // The state, between city and ZIP code, is already selected, and the twin box stays unchecked.
  const texts = [
    ['First name', student.first],
    ['Last name', student.last],
    ['Date of birth', student.dateOfBirth.replace(/(\d+)-(\d+)-(\d+)/, '$2$3$1')],
    ['Phone', '9075550123'],
    ['Email', student.email],
    ['Address 1', student.address.address1],
    ['City', student.address.city],
    ['Zipcode', student.address.zip5],
  ] as const;
  for (const [label, text] of texts) {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  const line = page.getByRole('button', { name: `Student 1 ${student.first} ${student.last}` });
  expect(await line.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await line.innerText()).toContain('Complete');
  await tabTo(page, page.getByRole('button', { name: 'Review', exact: true }).last());
  await page.keyboard.press('Enter');

  await expectStep(page, 'Review');
  await expectFocusOnHeading(page);
  expect(await page.getByRole('main').innerText()).toContain('(907) 555-0123');
  await tabTo(page, page.getByRole('button', { name: 'Submit', exact: true }));
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').waitFor();
  await page.keyboard.press('Enter');
  await expectStep(page, 'Submitted');
  await expectFocusOnHeading(page);
  await expectStored(user, school.id, 'PENDING', [student.email]);
  const row = await bench.orm.em.fork().findOneOrFail(DesignationEntity, { highSchool: school.id });
  expect(row.acceptedTermsAt).not.toBeNull();
});

async function expectFocusOnHeading(page: Page): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
}

async function expectStored(
  user: Parameters<typeof actorOf>[0],
  schoolId: string,
  status: string,
  emails: readonly string[],
): Promise<void> {
  const ctx = makeCtx({ orm: bench.orm, actor: actorOf(user, [schoolId]) });
  const target = { highSchool: schoolId, academicYear: bench.year.id };
  const { id } = await bench.orm.em.fork().findOneOrFail(DesignationEntity, target);
  const stored = await loadDesignation(ctx, id);
  expect(stored.status).toBe(status);
  expect(stored.students.map(({ email }) => email)).toEqual(emails);
}
