import { describe, expect, it } from 'vitest';
import { SavedViewEntity } from '#db/entities/saved-view.ts';
import { makeSavedView } from '#tests/factories/saved-view-factory.server.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations, VIEWPORTS } from '#tests/support/browser.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { useReviewList } from '#tests/support/review-list.server.ts';

const bench = useDesignateApp();
useReviewList(bench);
const QUERY = 'status=PENDING&sort=updatedAt';

describe('a saved view', () => {
  it('is refused under a used name, keeps what was typed, is saved under another name, and renamed and deleted in the list of views, on a phone', async () => {
    const admin = await makeAdmin(bench.orm);
    await makeSavedView(bench.orm, { userId: admin.id, query: 'status=RETURNED' });
    const page = await bench.pageOf(admin, { viewport: VIEWPORTS.phone });
    await page.goto(`/designations?${QUERY}`);
    await waitForHydration(page);
    await page.getByText('Views', { exact: true }).click();
    await page.getByRole('textbox', { name: 'View name' }).fill('to review');
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByText('You already have a view of this list named “to review”.').first().waitFor();
    bench.browser.takeComplaints();
    await expectNoAxeViolations(page);
    const form = page.locator('#new-view');
    expect(await form.getByLabel('Name').inputValue()).toBe('to review');
    await form.getByLabel('Name').fill('Oldest first');
    await form.getByRole('button', { name: 'Save view' }).click();
    await page.getByText('View: Oldest first', { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe(`?${QUERY}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);

    await page.goto('/views');
    await waitForHydration(page);
    await expectNoAxeViolations(page);
    await page.getByLabel('Name', { exact: true }).first().fill('Waiting');
    await page
      .getByRole('button', { name: /^Rename the view/ })
      .first()
      .click();
    await page.getByText('The view is now named “Waiting”.').waitFor();
    await page.getByRole('button', { name: 'Delete the view Waiting' }).click();
    await page.getByRole('button', { name: 'Delete view' }).click();
    await page.getByText('The view has been deleted.').waitFor();
    expect(await bench.orm.em.fork().count(SavedViewEntity, { user: admin.id })).toBe(1);
  });
});
