import { expect, it } from 'vitest';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { untilAlive, useDesignateApp } from '#tests/support/designate-app.server.ts';

const bench = useDesignateApp();

it('an access token is created from Account Settings, shown once, used, and revoked', async () => {
  const page = await bench.pageOf(await makeAdmin(bench.orm));
  await page.goto('/account');
  await untilAlive(page);
  await page.getByRole('link', { name: 'Manage access tokens' }).click();
  await page.getByRole('heading', { level: 1, name: 'Access tokens' }).waitFor();
  await page.getByText('No access tokens yet').waitFor();
  await expectNoAxeViolations(page);

  await page.getByRole('button', { name: 'Create access token' }).click();
  await page.getByRole('link', { name: 'Name is required.' }).waitFor();
  expect(bench.browser.takeComplaints().join()).toContain('400');
  await page.getByLabel('Name', { exact: true }).fill('Nightly export');
  await page.getByLabel('Export', { exact: true }).check();
  await page.getByRole('button', { name: 'Create access token' }).click();
  const shown = page.getByLabel('The new access token');
  const secret = (await shown.textContent()) ?? '';
  expect(secret).toMatch(/^laurel_[\w-]{43}$/);
  await page.getByRole('rowheader', { name: 'Nightly export' }).waitFor();
  await page.getByRole('cell', { name: 'Read, Export' }).waitFor();
  await expectNoAxeViolations(page);

  const statusOf = async (path: string) =>
    (await fetch(new URL(path, page.url()), { headers: { Authorization: `Bearer ${secret}` } })).status;
  expect(await statusOf('/api/highschools/download')).toBe(200);
  expect(await statusOf('/api/tokens')).toBe(403);

  await page.reload();
  await untilAlive(page);
  expect(await shown.count()).toBe(0);
  await page.getByRole('button', { name: 'Revoke Nightly export' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke access token' }).click();
  await page.getByText('The access token has been revoked.').waitFor();
  expect(await statusOf('/api/highschools')).toBe(401);
});
