import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { RECENT_SIGN_IN_MINUTES } from '#app/config/constants.ts';
import { SessionEntity } from '#db/entities/session.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeAdmin, type MadeUser, makeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { signInByCode, waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';

const bench = useDesignateApp();
const ASKED = 'You last signed in more than 30 minutes ago. Sign in again to do this.';

/** Lets the half hour after signing in pass. */
async function makeLate({ id }: MadeUser): Promise<void> {
  const createdAt = new Date(Date.now() - (RECENT_SIGN_IN_MINUTES * 60_000 + 1000));
  await bench.orm.em.fork().nativeUpdate(SessionEntity, { user: id }, { createdAt });
}

async function openLate(admin: MadeUser, path: string): Promise<Page> {
  const page = await bench.pageOf(admin);
  await page.goto(path);
  await waitForHydration(page);
  await makeLate(admin);
  return page;
}

describe('half an hour after signing in', () => {
  it('changing flags asks to sign in again, and the typed text is there afterwards', async () => {
    const [admin, user] = [await makeAdmin(bench.orm), await makeUser(bench.orm)];
    const page = await openLate(admin, `/users/${user.id}`);
    await page.getByLabel('First name').fill('Renamed');
    await page.getByLabel('Administrator').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`${ASKED} Your text will be restored.`).waitFor();
    await expectNoAxeViolations(page);
    await signInByCode(bench, page, admin.email);
    await page.getByText("Your text was restored. It isn't saved yet.").waitFor();
    expect(new URL(page.url()).pathname).toBe(`/users/${user.id}`);
    expect(await page.getByLabel('First name').inputValue()).toBe('Renamed');
    expect(await page.getByLabel('Administrator').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Changes saved!').waitFor();
    const stored = await bench.orm.em.fork().findOneOrFail(UserAccountEntity, { id: user.id });
    expect([stored.firstName, stored.flags]).toEqual(['Renamed', ['ADMIN']]);
  });

  it('a download opens the sign-in in its tab and then the list again, where it works', async () => {
    const admin = await makeAdmin(bench.orm);
    const { school } = await bench.newSchool();
    const made = { highSchoolId: school.id, academicYearId: bench.year.id, submittedById: admin.id };
    await makeDesignation(bench.orm, made);
    const page = await openLate(admin, '/designations');
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Download CSV' }).first().click();
    const tab = await opened;
    await tab.getByText(ASKED).waitFor();
    await waitForHydration(tab);
    await signInByCode(bench, tab, admin.email);
    await tab.waitForURL('**/designations');
    await waitForHydration(tab);
    const download = tab.context().waitForEvent('download');
    await tab.getByRole('link', { name: 'Download CSV' }).first().click();
    expect((await download).suggestedFilename()).toMatch(/^designations-/);
  });
});
