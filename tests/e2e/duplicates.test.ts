import { beforeAll, describe, expect, it } from 'vitest';
import { DesignationEntity } from '#db/entities/designation.ts';
import { DesignationMatchEntity } from '#db/entities/designation-match.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import { makeDesignation, type MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { useDesignateApp } from '#tests/support/designate-app.server.ts';

const bench = useDesignateApp();
const ANN = { first: 'Ann', last: 'Zebrowski', dateOfBirth: '2009-05-17' };

let admin: MadeUser;
let elm: MadeDesignation;

beforeAll(async () => {
  const { orm, year } = bench;
  admin = await makeAdmin(orm);
  const designate = async (name: string, students: readonly object[]) => {
    const school = await makeSchool(orm, { name });
    const { user } = await makeCounselor(orm, [school.id]);
    return makeDesignation(orm, {
      ...{ highSchoolId: school.id, academicYearId: year.id, submittedById: user.id, students },
      ...{ status: 'PENDING', classSize: 20, criteria: 'CUMULATIVE_GPA' },
    });
  };
  elm = await designate('Elm High', [{}, ANN]);
  await designate('Oak High', [ANN, {}]);
  await designate('Fir High', [{}, {}]);
});

const disclosures = () => bench.orm.em.fork().count(DisclosureEntity, { purpose: 'students.compare' });

describe('students on two lists', () => {
  it("are a warning in the list, which filters by it, lead to the pair of lists, and start a return with a note that doesn't name the other school, and are shown side by side, on a phone", async () => {
    await expect.poll(() => bench.orm.em.fork().count(DesignationMatchEntity), { timeout: 15_000 }).toBe(2);
    const page = await bench.pageOf(admin);
    await page.goto('/designations?warnings=ON_OTHER_LIST');
    const rows = page.getByRole('table', { name: 'Designations' }).getByRole('row');
    expect(await rows.count()).toBe(3);
    expect(await rows.nth(1).innerText()).toContain("On another school's list");
    await page.getByRole('link', { name: 'Students on two lists' }).click();
    await page.getByRole('heading', { level: 1, name: 'Students on two lists' }).waitFor();
    await expectNoAxeViolations(page);
    expect(await page.getByRole('main').innerText()).not.toContain('Zebrowski');
    expect(await disclosures()).toBe(0);
    await page.getByRole('link', { name: 'Compare lists of Elm High and Oak High' }).click();
    await page.getByText('Student 2 on the other list').waitFor();
    expect(await page.getByText('Student 1 on the other list').count()).toBe(1);
    expect(await disclosures()).toBe(1);
    await expectNoAxeViolations(page);
    await page.emulateMedia({ media: 'print' });
    const wraps = await page
      .getByText(ANN.dateOfBirth)
      .evaluateAll((dates) => dates.map((date) => date.getClientRects().length));
    expect(wraps).toEqual([1, 1]);
    await page.emulateMedia({ media: 'screen' });

    await page.getByRole('link', { name: "Return Elm High's designation for dual enrollment" }).click();
    await page.getByRole('heading', { level: 1, name: 'Elm High' }).waitFor();
    const form = page.locator('#decision-return');
    expect(await form.getByLabel('A dual-enrolled student belongs to another school').isChecked()).toBe(true);
    const note = await form.getByLabel('Note to the school').inputValue();
    expect(note).toMatch(/^Student 2 on your list is also on another school's list\./);
    expect(note).not.toContain('Oak High');
    await form.getByRole('button', { name: 'Return designation' }).click();
    await page.getByText('Designation details have been updated!').waitFor();
    const stored = await bench.orm.em.fork().findOneOrFail(DesignationEntity, elm.id);
    expect([stored.status, stored.reasons, stored.note]).toEqual(['RETURNED', ['DUAL_ENROLLED'], note]);

    await page.getByRole('link', { name: 'Compare student 2 side by side' }).click();
    await page.getByRole('heading', { level: 1, name: 'Compare students' }).waitFor();
    await page.setViewportSize({ width: 375, height: 740 });
    await expectNoAxeViolations(page);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    await page
      .getByRole('table', { name: 'Student 2 side by side' })
      .getByRole('link', { name: 'Oak High' })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Oak High' }).waitFor();
  });
});
