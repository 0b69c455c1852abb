import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { DesignationEntity } from '#db/entities/designation.ts';
import { makeAdmin, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { yearOf } from '#tests/support/bulk-years.server.ts';
import { useDesignateApp } from '#tests/support/designate-app.server.ts';

const SOME_DOWNLOADED =
  'Some of these designations have already been downloaded - are you sure you want to continue?';

const bench = useDesignateApp();
let admin: MadeUser;

beforeAll(async () => {
  admin = await makeAdmin(bench.orm);
});

describe('downloading what is selected', () => {
  it.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
    'contains only the selection, records the download, and asks the next time ($javaScriptEnabled)',
    async (options) => {
      const { year } = await yearOf(bench, { Aspen: {}, Birch: {}, Cedar: {} });
      const page = await bench.pageOf(admin, options);
      const choose = async () => {
        await page.goto(`/designations?academicYearId=${year.id}`);
        for (const name of ['Aspen', 'Cedar']) {
          await page.getByRole('checkbox', { name: `Select ${name} ${year.year}` }).check();
        }
        await page.getByRole('button', { name: 'Download…' }).click();
        await page.getByText('The file contains 2 designations with 2 students').waitFor();
      };
      await choose();
      expect(await page.getByText(SOME_DOWNLOADED).count()).toBe(0);
      const [download] = await Promise.all([
        page.context().waitForEvent('download'),
        page.getByRole('button', { name: 'Download CSV' }).click(),
      ]);
      const text = await readFile(await download.path());
      const rows = parse<Record<string, string>>(text, { bom: true, columns: true });
      expect(rows.map((row) => row['school name'])).toEqual(['Aspen', 'Cedar']);
      await expect
        .poll(() =>
          bench.orm.em
            .fork()
            .count(DesignationEntity, { academicYear: year.id, downloadedAt: { $ne: null } }),
        )
        .toBe(2);
      await choose();
      if (options.javaScriptEnabled) {
        await page.getByRole('button', { name: 'Download CSV' }).click();
        const dialog = page.getByRole('alertdialog');
        expect(await dialog.getByText(SOME_DOWNLOADED).isVisible()).toBe(true);
        await Promise.all([
          page.context().waitForEvent('download'),
          dialog.getByRole('button', { name: 'Download' }).click(),
        ]);
      } else {
        expect(await page.locator('noscript p').textContent()).toBe(SOME_DOWNLOADED);
      }
    },
  );
});
