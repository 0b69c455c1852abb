import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { DesignationEntity } from '#db/entities/designation.ts';
import { makeDesignation, type MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { useDesignateApp } from '#tests/support/designate-app.server.ts';

const bench = useDesignateApp();
let admin: MadeUser;
let pending: MadeDesignation;

beforeAll(async () => {
  const { orm, year } = bench;
  admin = await makeAdmin(orm);
  const school = await makeSchool(orm, { name: 'Elder High' });
  const { user } = await makeCounselor(orm, [school.id]);
  pending = await makeDesignation(orm, {
    ...{ academicYearId: year.id, highSchoolId: school.id, submittedById: user.id },
    ...{ status: 'PENDING', classSize: 10, criteria: 'OTHER', students: 1 },
  });
});

describe('the download of one designation', () => {
  it('marks it, shows the date, and asks before the second time; Cancel downloads nothing', async () => {
    const page = await bench.pageOf(admin);
    await page.goto(`/designations/${pending.id}`);
    const button = page.getByRole('link', { name: 'Download CSV' });
    expect(await button.getAttribute('target')).toBe('_blank');
    const [first] = await Promise.all([page.context().waitForEvent('download'), button.click()]);
    expect(first.suggestedFilename()).toBe('designation-elder-high-2026.csv');
    const rows = parse<Record<string, string>>(await readFile(await first.path()), {
      bom: true,
      columns: true,
    });
    expect(rows.map((row) => row['student id'])).toEqual(pending.students.map(({ id }) => id));

    const fact = page.locator('dt', { hasText: /^Downloaded$/ }).locator('xpath=following-sibling::dd');
    await expect.poll(() => fact.textContent()).toMatch(/AK[SD]T$/);
    const shown = (await fact.textContent()) ?? '';
    const mark = async () => {
      const { downloadedAt } = await bench.orm.em.fork().findOneOrFail(DesignationEntity, { id: pending.id });
      return downloadedAt?.toISOString();
    };
    const before = await mark();

    await button.click();
    const dialog = page.getByRole('alertdialog');
    expect(
      await dialog
        .getByText(
          `This designation was already downloaded at ${shown} - are you sure you want to download it again?`,
        )
        .isVisible(),
    ).toBe(true);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await mark()).toBe(before);

    await button.click();
    const [second] = await Promise.all([
      page.context().waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ]);
    await second.path();
    await expect.poll(mark).not.toBe(before);
  });
});
