import { beforeAll, describe, expect, it } from 'vitest';
import { getDesignation } from '#app/domain/designations/get-designation.server.ts';
import { recordDisclosure } from '#app/domain/disclosures/record-disclosure.server.ts';
import { makeDesignation, type MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { expectStep, waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';

const bench = useDesignateApp();
const PHONE = { viewport: { width: 375, height: 740 } };
/** More than one page of the screen shows. */
const DOWNLOADS = 60;

let counselor: MadeUser;
let admin: MadeUser;
let designation: MadeDesignation;
let path: string;

beforeAll(async () => {
  const { orm, year } = bench;
  admin = await makeAdmin(orm, { firstName: 'Ada', lastName: 'Berg', email: 'ada@example.org' });
  const school = await makeSchool(orm, { name: 'Aurora High' });
  counselor = (await makeCounselor(orm, [school.id])).user;
  designation = await makeDesignation(orm, {
    ...{ academicYearId: year.id, highSchoolId: school.id, submittedById: counselor.id },
    ...{ status: 'PENDING', classSize: 20, criteria: 'CUMULATIVE_GPA' },
    students: [{}, { first: 'Quillon', last: 'Zebrowski' }],
  });
  const [first, second] = designation.students;
  path = `/designations/${designation.id}/students/${second?.id}/disclosures`;
  const download = {
    purpose: 'designations.download',
    filter: { academicYearId: year.id, status: ['PENDING', 'RETURNED'] },
  };
  const ctx = makeCtx({ orm, channel: 'CLI' });
  await recordDisclosure(ctx, { ...download, studentIds: [first?.id ?? ''] });
  for (let count = 0; count < DOWNLOADS; count += 1) {
    await recordDisclosure(ctx, { ...download, studentIds: [first?.id ?? '', second?.id ?? ''] });
  }
  const read = makeCtx({ orm, actor: actorOf(admin), channel: 'REST', now: () => new Date() });
  await getDesignation(read, designation.id);
});

describe('who obtained the data of a student', () => {
  it('is shown to administrators, from the list of students, page by page', async () => {
    const page = await bench.pageOf(admin);
    await page.goto(`/designations/${designation.id}?status=PENDING`);
    await waitForHydration(page);
    await page.getByRole('link', { name: 'Disclosures for student 2' }).click();
    await expectStep(page, 'Disclosures for student 2');
    const rows = page.getByRole('table', { name: "Who obtained this student's data" }).getByRole('row');
    const cells = (await rows.nth(1).innerText()).split(/\s*[\t\n]+\s*/).slice(1);
    expect(cells).toEqual(['Ada Berg', 'ada@example.org', 'Browser', 'Opened the designation', '2']);
    expect(await rows.filter({ hasText: 'Command line' }).first().innerText()).toMatch(
      /The system\s+Command line\s+Downloaded as CSV\s+2026, status Pending or Returned\s+2$/,
    );
    expect(await rows.filter({ hasText: 'REST' }).count()).toBe(1);
    const responses = [path, `${path}.data`].map((one) => page.request.get(`${bench.app.url}${one}`));
    for (const response of await Promise.all(responses)) {
      expect([response.status(), await response.text()]).toEqual([
        200,
        expect.not.stringMatching(/Quillon|Zebrowski/),
      ]);
    }
    expect(await page.locator('.page-links p').innerText()).toBe('Showing 1 to 50 of 62 disclosures');
    await page.getByRole('link', { name: 'Next' }).click();
    await expect.poll(() => rows.count()).toBe(1 + 12);
    await expectNoAxeViolations(page);
    await page.setViewportSize(PHONE.viewport);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('link', { name: 'Aurora High' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Aurora High' }).waitFor();
    expect(new URL(page.url()).search).toBe('?status=PENDING');
  });
});
