import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { DesignationEntity } from '#db/entities/designation.ts';
import { makeDesignation, type MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { useDesignateApp } from '#tests/support/designate-app.server.ts';
import { UNKNOWN_ID } from '#tests/support/rest-errors.ts';

const bench = useDesignateApp();
let admin: MadeUser;
let counselor: MadeUser;
let pending: MadeDesignation;

beforeAll(async () => {
  const { orm, year } = bench;
  admin = await makeAdmin(orm);
  const school = await makeSchool(orm, { name: 'Elder High' });
  counselor = (await makeCounselor(orm, [school.id])).user;
  pending = await makeDesignation(orm, {
    academicYearId: year.id,
    highSchoolId: school.id,
    submittedById: counselor.id,
    status: 'PENDING',
    students: 1,
  });
});

const FILE = 'POST, OPTIONS';

const expectedVersionOf = ({ id }: { id: string }) => ({ designations: `${id}.1` });

/** Submits the download form of a selection as the page does, by native navigation. */
async function postDownload(page: Page, fields: Record<string, string>, enctype = ''): Promise<number> {
  if (!page.url().startsWith(bench.app.url)) await page.goto('/about');
  const [download] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/designations/download')),
    page.evaluate(
      ([given, encoding]) => {
        const form = document.createElement('form');
        Object.assign(form, { method: 'post', action: '/designations/download' });
        if (encoding !== '') form.enctype = encoding;
        for (const [name, value] of Object.entries(given)) {
          const input = document.createElement('input');
          Object.assign(input, { name, value });
          form.append(input);
        }
        document.body.append(form);
        form.submit();
      },
      [fields, enctype] as const,
    ),
  ]);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return download.status();
}

it('a download and an address that are refused are shown on a page with a sentence and a link to the dashboard', async () => {
  const page = await bench.pageOf(admin);
  const main = page.getByRole('main');
  expect(await postDownload(page, { designations: 'x' })).toBe(400);
  expect(await main.textContent()).toContain("The form can't be read.");
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await page.waitForURL(`${bench.app.url}/`);
  expect(await postDownload(page, { designations: `${UNKNOWN_ID}.1` })).toBe(404);
  expect(await main.textContent()).toContain('Page not found');
  expect(await postDownload(page, expectedVersionOf(pending), 'text/plain')).toBe(415);
  expect(await main.textContent()).toContain(
    'Send the form as application/x-www-form-urlencoded or multipart/form-data.',
  );
  await bench.signIn(page, counselor);
  expect(await postDownload(page, expectedVersionOf(pending))).toBe(403);
  expect(await main.textContent()).toContain('If you need access, contact your administrator.');
  await bench.signIn(page, admin);

  const opened = await page.goto('/designations/download');
  expect([opened?.status(), opened?.headers()['allow']]).toEqual([405, FILE]);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe("That didn't work");
  expect(await page.title()).toBe('Scholars');
  for (const path of ['/designations?_data=x', '/%E0%A4%A']) {
    expect((await page.goto(path))?.status()).toBe(400);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe("That didn't work");
    expect(await main.textContent()).toMatch(
      path.includes('_data')
        ? 'The URL must not contain the parameter _data.'
        : "The URL isn't well-formed. Check the address, or start from the dashboard.",
    );
  }
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await page.waitForURL(`${bench.app.url}/`);
  expect(bench.browser.takeComplaints().filter((line) => !/status of 4\d\d/.test(line))).toEqual([]);
});

it('a link from another site that does more than show a page asks first, and downloads or logs out only after confirmation', async () => {
  const page = await bench.pageOf(admin);
  await page.goto(`/api/designations/download/${pending.id}`);
  await expect.poll(() => page.title()).toBe('Download this file? · Scholars');
  expect(await page.locator('main').textContent()).toContain(
    "This link didn't come from one of our pages. The download will be recorded, and the designations in it will be marked as downloaded. Do you want to continue?",
  );
  await expectNoAxeViolations(page);
  const downloadedAt = async () =>
    (await bench.orm.em.fork().findOneOrFail(DesignationEntity, { id: pending.id })).downloadedAt;
  expect(await downloadedAt()).toBeNull();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download file' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('designation-elder-high-2026.csv');
  await expect.poll(downloadedAt).not.toBeNull();

  await page.goto('/api/logout');
  await page.getByRole('heading', { name: 'Log out?' }).waitFor();
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await page.waitForURL(`${bench.app.url}/`);
  await page.goto('/api/logout');
  await page.getByRole('link', { name: 'Log out' }).click();
  await page.waitForURL(/\/login$/);
});
