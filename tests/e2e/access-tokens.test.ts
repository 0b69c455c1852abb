import { describe, expect, it } from 'vitest';
import { AccessTokenEntity } from '#db/entities/access-token.ts';
import { makeAccessToken } from '#tests/factories/access-token-factory.server.ts';
import { makeAdmin, makeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations, VIEWPORTS } from '#tests/support/browser.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';

const bench = useDesignateApp();

const bearing = (secret: string) => ({ Authorization: `Bearer ${secret}` });
const statusOf = async (path: string, secret: string) =>
  (await fetch(new URL(path, bench.app.url), { headers: bearing(secret) })).status;

describe('an access token', () => {
  it('is created from Account Settings, shown once, used, and revoked', async () => {
    const admin = await makeAdmin(bench.orm);
    const page = await bench.pageOf(admin);
    await page.goto('/account');
    await page.getByRole('link', { name: 'Manage access tokens' }).click();
    await page.getByRole('heading', { level: 1, name: 'Access tokens' }).waitFor();
    await page.getByText('No access tokens yet').waitFor();
    await waitForHydration(page);
    await expectNoAxeViolations(page);

    const create = page.getByRole('button', { name: 'Create access token' });
    const isRead = page.getByLabel('Read', { exact: true });
    await isRead.uncheck();
    await page.getByLabel('Days until it expires').fill('400');
    await create.click();
    await page.getByRole('link', { name: 'Name is required.' }).waitFor();
    await page.getByRole('link', { name: 'Choose at least one scope.' }).waitFor();
    await page.getByRole('link', { name: 'Enter a number of days from 1 to 365.' }).waitFor();
    bench.browser.takeComplaints();
    // Nothing typed is lost.
    expect(await isRead.isChecked()).toBe(false);
    expect(await page.getByLabel('Days until it expires').inputValue()).toBe('400');
    await expectNoAxeViolations(page);

    await page.getByLabel('Name', { exact: true }).fill('Nightly export');
    await page.getByLabel('Days until it expires').fill('30');
    await isRead.check();
    await page.getByLabel('Export', { exact: true }).check();
    await create.click();
    const shown = page.getByLabel('The new access token');
    const secret = (await shown.textContent()) ?? '';
    expect(secret).toMatch(/^laurel_[\w-]{43}$/);
    await expect.poll(() => shown.isVisible()).toBe(true);
    await page.getByRole('rowheader', { name: 'Nightly export' }).waitFor();
    await page.getByRole('cell', { name: 'Read, Export' }).waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('');
    await expectNoAxeViolations(page);

    expect(await statusOf('/api/highschools/download', secret)).toBe(200);
    expect(await statusOf('/api/tokens', secret)).toBe(403);

    await page.goto('/account/tokens');
    await waitForHydration(page);
    expect(await shown.count()).toBe(0);
    await page.getByRole('button', { name: 'Revoke Nightly export' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke access token' }).click();
    await page.getByText('The access token has been revoked.').waitFor();
    expect(await statusOf('/api/highschools', secret)).toBe(401);
  });

  it('of another person is revoked by an administrator, who sees a message if it was already revoked', async () => {
    const user = await makeUser(bench.orm);
    const { id, secret } = await makeAccessToken(bench.orm, { userId: user.id, name: 'Old script' });
    await makeAccessToken(bench.orm, {
      ...{ userId: user.id, name: 'Expired script' },
      expiresAt: new Date('2026-01-01T00:00:00Z'),
    });
    const page = await bench.pageOf(await makeAdmin(bench.orm), { viewport: VIEWPORTS.phone });
    await page.goto(`/users/${user.id}`);
    await waitForHydration(page);
    await page.getByRole('link', { name: 'Manage access tokens' }).click();
    const revoke = async (name: string) => {
      await page.getByRole('button', { name: `Revoke ${name}` }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke access token' }).click();
    };
    await page.getByText('Expired', { exact: true }).waitFor();
    await expectNoAxeViolations(page);
    expect(await page.getByRole('button', { name: 'Create access token' }).count()).toBe(0);
    expect(await statusOf('/api/users/@me', secret)).toBe(200);
    await bench.orm.em.fork().nativeDelete(AccessTokenEntity, { id });
    await revoke('Old script');
    await page
      .getByText("Unable to save changes: This doesn't exist, or you don't have access to it.")
      .waitFor();
    expect(bench.browser.takeComplaints().join()).toContain('404');
    await expectNoAxeViolations(page);
    await revoke('Expired script');
    await page.getByText('The access token has been revoked.').waitFor();
    expect(await statusOf('/api/users/@me', secret)).toBe(401);
  });
});
