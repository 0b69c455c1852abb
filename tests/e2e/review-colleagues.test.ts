import { beforeEach, describe, expect, it } from 'vitest';
import { makeAdmin, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { expectStep, waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { makePendingReviews } from '#tests/support/pending-reviews.server.ts';
import { openDecision, untilShortcutsWork } from '#tests/support/review-page.ts';
import { returnToTab } from '#tests/support/saving-scene.server.ts';

const bench = useDesignateApp();
const pending = (count: number) => makePendingReviews(bench, count);
let admin: MadeUser;

beforeEach(async () => {
  admin = await makeAdmin(bench.orm, { firstName: 'Marian', lastName: 'Fox' });
});

describe('colleagues who review the same designation', () => {
  it("see each other's names and decisions on the open page, which the school doesn't, keep what they typed, and don't see a page that was left before it was announced", async () => {
    const { ids, counselor, statuses } = await pending(2);
    const sophia = await makeAdmin(bench.orm, { firstName: 'Sophia', lastName: 'Reed' });
    const [ours, theirs] = [await bench.pageOf(admin), await bench.pageOf(sophia)];
    await ours.goto('/designations/review');
    await expectStep(ours, 'School A');
    await untilShortcutsWork(ours);
    await theirs.goto(`/designations/${ids[0]}`);
    await theirs.getByText('Marian Fox is reviewing this designation.').waitFor();
    await returnToTab(ours);
    await ours.getByText('Sophia Reed is reviewing this designation.').waitFor();
    const school = await bench.pageOf(counselor, { javaScriptEnabled: false });
    await school.goto(`/designations/${ids[0]}`);
    expect(await school.content()).not.toContain('reviewing this');

    await openDecision(ours, 'Return…');
    const note = ours.locator('#decision-return').getByRole('textbox', { name: 'Note to the school' });
    await note.fill('Please add the apartment.');
    await theirs.getByRole('button', { name: 'Approve' }).click();
    await theirs.getByText('Designation details have been updated!').waitFor();
    await returnToTab(ours);
    const notice = ours.getByText(/^Sophia Reed approved this designation at \d+:\d\d [AP]M AK[SD]T\.$/);
    await notice.waitFor();
    expect(await note.inputValue()).toBe('Please add the apartment.');
    await expectNoAxeViolations(ours);
    const internalNote = ours.locator('#internal-note');
    await internalNote.getByRole('textbox').fill('Phoned.');
    await internalNote.getByRole('button', { name: 'Add note' }).click();
    await ours.getByRole('listitem').filter({ hasText: 'Phoned.' }).first().waitFor();
    expect(await note.inputValue()).toBe('Please add the apartment.');
    expect(await notice.count()).toBe(1);

    let asked = 0;
    ours.on('dialog', (dialog) => {
      asked += 1;
      void (asked === 1 ? dialog.dismiss() : dialog.accept());
    });
    await ours.getByRole('link', { name: 'Reload page' }).click({ noWaitAfter: true });
    await expect.poll(() => asked).toBe(1);
    expect(await note.inputValue()).toBe('Please add the apartment.');
    const form = ours.locator('#decision-return');
    await form.getByRole('checkbox').first().check();
    await form.getByRole('button', { name: 'Return designation' }).click();
    await ours
      .getByRole('alert')
      .getByText(/Sophia Reed changed this on .* so nothing was saved/)
      .waitFor();
    bench.browser.takeComplaints();
    expect(await note.inputValue()).toBe('Please add the apartment.');
    expect(await statuses()).toEqual(['APPROVED', 'PENDING']);
    await ours.reload();
    await ours.getByRole('main').getByText('Approved', { exact: true }).first().waitFor();
    await returnToTab(ours);
    await ours.getByText('Sophia Reed is reviewing this designation.').waitFor();
    expect(await notice.count()).toBe(0);
    expect(await form.locator('[name=note]').inputValue()).toBe('');

    await untilShortcutsWork(ours);
    await theirs.goto(`/designations/${ids[1]}`);
    await untilShortcutsWork(theirs);
    await returnToTab(ours);
    await ours.getByText('is reviewing this designation.').waitFor({ state: 'detached' });
    expect(await theirs.getByText('is reviewing this designation.').count()).toBe(0);

    await theirs.addInitScript('window.requestIdleCallback = () => 0');
    const announced: string[] = [];
    theirs.on('request', (request) => {
      if (request.url().includes(`${ids[0]}/reviewing`)) announced.push(request.method());
    });
    await theirs.goto(`/designations/${ids[0]}`);
    await waitForHydration(theirs);
    await theirs.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click();
    await expectStep(theirs, 'Users');
    expect(announced).toEqual([]);
  });
});
