import path from 'node:path';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OfficeSettingsEntity } from '#db/entities/office-settings.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';

const bench = useDesignateApp();

/** A red square of 16 × 16 pixels. */
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAF0lEQVR4nGP4z8BAEiJN9aiGUQ1DSgMAkPn/Afnh+ngAAAAASUVORK5CYII=',
  'base64',
);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'laurel-logo-'));
  await writeFile(path.join(folder, 'logo.png'), LOGO);
  await writeFile(path.join(folder, 'logo.jpg'), LOGO);
  await writeFile(path.join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
});
afterAll(async () => {
  await bench.orm.em.fork().nativeDelete(OfficeSettingsEntity, {});
  await rm(folder, { recursive: true });
});

it('the settings are changed with errors at their fields, and the page shows the changes immediately', async () => {
  const page = await bench.pageOf(await makeAdmin(bench.orm));
  await page.goto('/');
  await waitForHydration(page);
  await page.getByRole('button', { name: 'your account' }).click();
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await expectNoAxeViolations(page);

  await page.getByLabel('Program name').fill('Northern Scholars');
  const logo = page.getByLabel('Logo', { exact: true });
  const chosenFile = () => logo.evaluate((input: HTMLInputElement) => input.files?.item(0)?.name);
  await logo.setInputFiles(path.join(folder, 'logo.png'));
  await page.getByLabel('Accent color').fill('#ffcc00');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByRole('alert').getByText('This color is too light.').waitFor();
  expect(await chosenFile()).toBe('logo.png');
  expect(await page.getByLabel('Program name').inputValue()).toBe('Northern Scholars');
  await page.getByLabel('Accent color').fill('#0b5394');
  await logo.setInputFiles(path.join(folder, 'logo.svg'));
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByRole('alert').getByText('The logo must be a PNG or JPEG image.').waitFor();
  await logo.setInputFiles(path.join(folder, 'logo.jpg'));
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByRole('alert').getByText("This is a PNG image, but its name doesn't end in .png.").waitFor();
  expect(bench.browser.takeComplaints().join()).toContain('400');
  await logo.setInputFiles(path.join(folder, 'logo.png'));
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByText('Changes saved!').waitFor();

  const brand = page.getByRole('banner').getByRole('link', { name: 'Northern Scholars' });
  await brand.waitFor();
  await brand.locator('img').waitFor();
  const action = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--action').trim());
  await expect.poll(action).toBe('#0b5394');
  await expectNoAxeViolations(page);
});
