import { describe, expect, it } from 'vitest';
import type { DesignationStatus } from '#app/schemas/enums.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { expectNoAxeViolations, VIEWPORTS } from '#tests/support/browser.ts';
import {
  chooseMethod,
  expectStep,
  submit,
  waitForHydration,
  useDesignateApp,
} from '#tests/support/designate-app.server.ts';
import {
  comeBack,
  delayDraftServices,
  firstName,
  notice,
  saving,
  savingScene,
} from '#tests/support/saving-scene.server.ts';

const bench = useDesignateApp();
const AUTOSAVED_MS = 500;

describe("someone else's newer version", () => {
  it('is merged by the next save if both changed different fields', async () => {
    const { school, kim, storedSize, storedComment, commentElsewhere } = await savingScene(bench);
    const page = await bench.pageOf(kim);
    await bench.open(page, 'method', school);
    await commentElsewhere('By a colleague.');
    await chooseMethod(page, 31);
    await expectStep(page, 'Students');
    bench.browser.takeComplaints();
    expect(await storedSize()).toBe(31);
    expect(await storedComment()).toBe('By a colleague.');
  });

  it.each([
    ['after typing', 31],
    ['where nothing was typed', null],
  ])(
    "is merged when Continue is pressed before the page's scripts have loaded, %s",
    async (_when, typedSize) => {
      const { school, kim, storedSize, storedComment, commentElsewhere } = await savingScene(bench);
      const page = await bench.pageOf(kim);
      const toolsAsked = await delayDraftServices(page);
      await bench.open(page, 'method', school);
      await commentElsewhere('By a colleague.');
      if (typedSize === null) await page.getByRole('button', { name: 'Continue' }).click();
      else await chooseMethod(page, typedSize);
      await expectStep(page, 'Students');
      bench.browser.takeComplaints();
      expect([await storedSize(), await storedComment()]).toEqual([typedSize ?? 20, 'By a colleague.']);
      expect(toolsAsked()).toBe(1);
    },
  );

  /** Opens a page with an unsaved comment that conflicts with a colleague's saved one. */
  async function bothCommented() {
    const { kim, commentElsewhere, ...scene } = await savingScene(bench);
    const { school } = scene;
    const page = await bench.pageOf(kim);
    await bench.open(page, 'method', school);
    await page.getByLabel('Comment').fill('Mine.');
    await page.waitForTimeout(AUTOSAVED_MS);
    await commentElsewhere('By a colleague.');
    await page.reload();
    await notice(page).waitFor();
    bench.browser.takeComplaints();
    return { page, ...scene };
  }

  it('asks about conflicts when a step opens, and can be overwritten', async () => {
    const { page, designation, storedComment } = await bothCommented();
    expect(await page.getByLabel('Comment').inputValue()).toBe('Mine.');
    expect(await storedComment()).toBe('By a colleague.');
    expect(
      await page
        .getByRole('link', { name: 'See the latest version (opens in a new tab)' })
        .getAttribute('href'),
    ).toBe(`/designations/${designation.id}`);
    await page.getByRole('button', { name: 'Keep my version' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expectStep(page, 'Students');
    expect(await storedComment()).toBe('Mine.');
  });

  it("is shown above the bar's buttons on a tablet, and without who else is editing on a phone", async () => {
    const { page, robin, school } = await bothCommented();
    const colleague = await bench.pageOf(robin);
    const announced = colleague.waitForResponse('**/designate/editing/*');
    await bench.open(colleague, 'method', school);
    await announced;
    await page.reload();
    const also = page.getByText('Robin Reed is also editing this designation.');
    await also.waitFor();
    await saving(page).getByRole('link', { name: 'Choose which version to keep' }).waitFor();
    bench.browser.takeComplaints();
    await page.setViewportSize({ width: 768, height: 1024 });
    expect(await also.isVisible()).toBe(true);
    const line = await also.boundingBox();
    const buttons = await page.locator('.step-bar-buttons').boundingBox();
    expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThanOrEqual(buttons?.y ?? 0);
    await page.setViewportSize(VIEWPORTS.phone);
    expect(await also.isVisible()).toBe(false);
    expect(await saving(page).isVisible()).toBe(true);
    await expectNoAxeViolations(page);
  });

  it("can replace the user's own version", async () => {
    const { page } = await bothCommented();
    await page.getByRole('button', { name: 'Use the latest version' }).click();
    expect(await page.getByLabel('Comment').inputValue()).toBe('By a colleague.');
    await notice(page).waitFor({ state: 'detached' });
  });

  it("is resolved as a whole when students can't be matched reliably", async () => {
    const { school, kim, storedNames, reverseElsewhere } = await savingScene(bench, {
      classSize: 30,
      students: 2,
    });
    const [one = '', two = ''] = await storedNames();
    const page = await bench.pageOf(kim);
    await bench.open(page, 'students', school);
    await (await firstName(page, 3)).fill('New');
    await page.waitForTimeout(AUTOSAVED_MS);
    await reverseElsewhere();
    await page.reload();
    await notice(page).waitFor();
    bench.browser.takeComplaints();
    const text = await notice(page).innerText();
    expect(text).toContain('choose which version to keep.');
    expect(text).toContain('Student 3 (New): only in your version');
    expect(await (await firstName(page, 3)).inputValue()).toBe('New');
    await page.getByRole('button', { name: 'Keep my version' }).click();
    await expect.poll(storedNames).toEqual([one, two, 'New']);
    expect(await notice(page).count()).toBe(0);
  });

  it("doesn't interrupt someone without unsaved input", async () => {
    const { school, kim, commentElsewhere } = await savingScene(bench);
    const page = await bench.pageOf(kim);
    await bench.open(page, 'method', school);
    await commentElsewhere('By a colleague.');
    await page.reload();
    await waitForHydration(page);
    expect(await page.getByLabel('Comment').inputValue()).toBe('By a colleague.');
    expect(await notice(page).count()).toBe(0);
  });

  it.each([
    ['APPROVED', 'This designation has been approved, it cannot be edited.'],
    ['REJECTED', 'This designation has been rejected, it cannot be edited.'],
  ] as const)(
    'is %s by the office while a conflict is open: shows a notice and keeps the input',
    async (status, sentence) => {
      const { page, designation, storedComment } = await bothCommented();
      await bench.orm.em.fork().nativeUpdate(DesignationEntity, { id: designation.id }, { status });
      await page.getByRole('button', { name: 'Continue' }).click();
      const text = page.getByRole('alert').filter({ hasText: sentence });
      await text.getByText("Your changes are still on this page, but they can't be saved anymore.").waitFor();
      await saving(page).getByText(`Not saved: ${sentence}`).waitFor();
      expect(await page.getByRole('button', { name: 'Keep my version' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Continue' }).click();
      expect(await page.getByLabel('Comment').inputValue()).toBe('Mine.');
      expect(await storedComment()).toBe('By a colleague.');
      bench.browser.takeComplaints();
    },
  );

  it('is returned by the office while a conflict is open: shows the reasons and lets the user continue', async () => {
    const { page, designation, storedComment } = await bothCommented();
    await bench.orm.em
      .fork()
      .nativeUpdate(DesignationEntity, { id: designation.id }, { status: 'RETURNED', note: 'Look again.' });
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Look again.').waitFor();
    expect(await page.getByLabel('Comment').inputValue()).toBe('Mine.');
    await page.getByRole('button', { name: 'Keep my version' }).click();
    await expect.poll(storedComment).toBe('Mine.');
    bench.browser.takeComplaints();
  });

  it('is an approval: keeps input typed after it visible, with an explanation', async () => {
    const { school, kim, designation, storedComment } = await savingScene(bench);
    const page = await bench.pageOf(kim);
    await bench.open(page, 'method', school);
    await bench.orm.em.fork().nativeUpdate(DesignationEntity, { id: designation.id }, { status: 'APPROVED' });
    await page.getByLabel('Comment').fill('Too late.');
    await saving(page)
      .getByText("Your changes are still on this page, but they can't be saved anymore.")
      .waitFor();
    expect(await page.getByLabel('Comment').inputValue()).toBe('Too late.');
    expect(await storedComment()).not.toBe('Too late.');
    bench.browser.takeComplaints();
  });

  it('that reopens an approved designation saves pending input without another keystroke', async () => {
    const { school, kim, designation, storedComment } = await savingScene(bench);
    const page = await bench.pageOf(kim);
    await bench.open(page, 'method', school);
    const decide = (status: DesignationStatus) =>
      bench.orm.em.fork().nativeUpdate(DesignationEntity, { id: designation.id }, { status });
    await decide('APPROVED');
    await page.getByLabel('Comment').fill('Early.');
    await saving(page).getByText("but they can't be saved anymore.").waitFor();
    await decide('STARTED');
    await comeBack(page);
    await expect.poll(storedComment, { timeout: 10_000 }).toBe('Early.');
    bench.browser.takeComplaints();
  });

  it('stops a submission, with a message', async () => {
    const { school, kim, commentElsewhere } = await savingScene(bench, { classSize: 0 });
    const page = await bench.pageOf(kim);
    // Stops the page from noticing the change by polling.
    await page.route('**/designate/editing/**', (route) => route.fulfill({ status: 204 }));
    await bench.open(page, 'review', school);
    await commentElsewhere('By a colleague.');
    await submit(page);
    const alert = page.getByRole('alert').filter({ hasText: 'Unable to submit designation: ' });
    await alert.waitFor();
    expect(await alert.innerText()).toContain('Someone else changed this');
    bench.browser.takeComplaints();
    await page.getByText('By a colleague.').waitFor();
    await submit(page);
    await expectStep(page, 'Submitted');
  });
});

describe('a submission that is refused', () => {
  it('shows what is missing, with links to the fields', async () => {
    const { school, kim, designation } = await savingScene(bench, { students: 1 });
    const page = await bench.pageOf(kim);
    await bench.open(page, 'review', school);
    await submit(page);
    const alert = page.getByRole('alert').filter({ hasText: 'Unable to submit designation: ' });
    await alert.waitFor();
    bench.browser.takeComplaints();
    expect(await alert.innerText()).toContain('A class of 20 needs exactly 2 students; this list has 1.');
    await alert.getByRole('link', { name: /needs exactly/ }).click();
    await expectStep(page, 'Students');
    expect(await (await firstName(page, 1)).inputValue()).toBe(designation.students[0]?.first);
  });
});
