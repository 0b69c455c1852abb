import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectNoAxeViolations, VIEWPORTS } from '#tests/support/browser.ts';
import {
  editorPage,
  expectStep,
  storedDrafts,
  openStudent,
  passTypingPause,
  studentLine,
  submit,
  waitForHydration,
  useDesignateApp,
} from '#tests/support/designate-app.server.ts';
import {
  returnToTab,
  firstName,
  unsavedChangesBanner,
  otherEditors,
  phone,
  saveStatus,
  savingScene,
  incoming,
  untilSaved,
} from '#tests/support/saving-scene.server.ts';

const bench = useDesignateApp();

const preferred = async (page: Page, index: number) =>
  (await openStudent(page, index)).getByLabel('Preferred name');

const caret = (page: Page) =>
  page.evaluate(() => {
    const field = document.activeElement;
    return field instanceof HTMLInputElement ? [field.name, field.value, field.selectionStart] : [];
  });

const choice = (page: Page, group: string, value: RegExp) =>
  unsavedChangesBanner(page).getByRole('radiogroup', { name: group }).getByRole('radio', { name: value });

describe('two editors at once', () => {
  it("see each other's names, and their changes are merged without a question", async () => {
    const { school, kim, robin, storedNames } = await savingScene(bench);
    const [kims, robins] = [await editorPage(bench, kim), await editorPage(bench, robin)];
    await bench.open(kims, 'students', school);
    await bench.open(robins, 'students', school);
    await otherEditors(robins).getByText('Kim Lee is also editing this designation.').waitFor();
    await returnToTab(kims);
    await otherEditors(kims).getByText('Robin Reed is also editing this designation.').waitFor();

    await (await firstName(kims, 1)).fill('Ann');
    await untilSaved(kims);
    await (await firstName(robins, 2)).focus();
    await (await firstName(robins, 2)).evaluate((field) => field.setAttribute('data-same', 'yes'));
    await robins.keyboard.type('Bob');
    await robins.keyboard.press('ArrowLeft');
    await passTypingPause(robins);
    await incoming(robins).waitFor();
    expect(await incoming(robins).innerText()).toMatch(
      /^Updated with the changes Kim Lee made at \d{1,2}:\d\d [AP]M AK[SD]T: Student 1 \(Ann\): added\.$/,
    );
    await studentLine(robins, 1).getByText('Ann', { exact: true }).waitFor();
    expect(await caret(robins)).toEqual(['students[1].first', 'Bob', 2]);
    expect(await (await firstName(robins, 2)).getAttribute('data-same')).toBe('yes');
    await robins.keyboard.type('b');
    await passTypingPause(robins);
    await expect.poll(storedNames).toEqual(['Ann', 'Bobb']);
    expect(await unsavedChangesBanner(robins).count()).toBe(0);

    await returnToTab(kims);
    await incoming(kims).waitFor();
    expect(await incoming(kims).innerText()).toMatch(
      /^Updated with the changes Robin Reed made at \d{1,2}:\d\d [AP]M AK[SD]T: Student 2 \(Bobb\): added\.$/,
    );
    expect(await (await firstName(kims, 2)).inputValue()).toBe('Bobb');
    await robins.goto('about:blank');
    await returnToTab(kims);
    await otherEditors(kims).getByText('is also editing').waitFor({ state: 'detached' });
    bench.browser.takeComplaints();
  });

  it('are asked only about fields that both changed, and see both values', async () => {
    const { school, kim, robin, storedStudents } = await savingScene(bench);
    const [kims, robins] = [await editorPage(bench, kim), await editorPage(bench, robin)];
    await bench.open(kims, 'students', school);
    await (await firstName(kims, 1)).fill('Ann');
    await untilSaved(kims);
    await bench.open(robins, 'students', school);
    await otherEditors(robins).getByText('Kim Lee is also editing').waitFor();
    await robins.context().setOffline(true);
    await (await preferred(robins, 1)).fill('Annie');
    await (await phone(robins, 1)).fill('9075550002');
    await (await firstName(robins, 2)).fill('Bo');
    await (await phone(kims, 1)).fill('9075550001');
    await (await preferred(kims, 1)).fill('Anna');
    await passTypingPause(kims);
    await expect.poll(storedStudents).toMatchObject([{ first: 'Ann', preferred: 'Anna' }]);
    await robins.context().setOffline(false);

    await unsavedChangesBanner(robins).waitFor();
    const text = await unsavedChangesBanner(robins).innerText();
    expect(text).toMatch(/^Kim Lee changed this designation at \d{1,2}:\d\d [AP]M AK[SD]T\./);
    expect(text).not.toContain('Student 2');
    await saveStatus(robins)
      .getByText(/^Not saved: Kim Lee changed this designation at \d{1,2}:\d\d [AP]M AK[SD]T\./)
      .waitFor();
    await robins.getByRole('button', { name: 'Review', exact: true }).click();
    await robins.waitForFunction(() => document.activeElement?.id === 'which-version');
    await expectNoAxeViolations(robins);
    await robins.setViewportSize(VIEWPORTS.phone);
    const overflow = await robins.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, 'pixels to scroll sideways').toBeLessThanOrEqual(0);

    const [name, number] = ['Student 1 (Ann): preferred name', 'Student 1 (Ann): phone'];
    await choice(robins, number, /^Kim Lee's: \(907\) 555-0001$/).check();
    await choice(robins, number, /^Yours: \(907\) 555-0002$/).waitFor();
    await robins.getByRole('button', { name: 'Keep these choices' }).press('Enter');
    await unsavedChangesBanner(robins).getByText('Choose one.').waitFor();
    expect(await choice(robins, name, /^Kim Lee's: Anna$/).isChecked()).toBe(false);
    await robins.keyboard.press('Space');
    expect(await choice(robins, name, /^Yours: Annie$/).isChecked()).toBe(true);
    expect(await storedStudents()).toMatchObject([{ preferred: 'Anna' }]);
    await robins.getByRole('button', { name: 'Keep these choices' }).press('Enter');
    await unsavedChangesBanner(robins).waitFor({ state: 'detached' });
    await robins.waitForFunction(() => document.activeElement?.tagName === 'H1');
    expect(await robins.evaluate(() => document.activeElement?.getBoundingClientRect().top)).toBeGreaterThan(
      0,
    );
    await expect
      .poll(storedStudents)
      .toMatchObject([{ first: 'Ann', preferred: 'Annie', phone: '(907) 555-0001' }, { first: 'Bo' }]);
    expect(await (await phone(robins, 1)).inputValue()).toBe('(907) 555-0001');
    bench.browser.takeComplaints();
  });

  it("can choose the other's version, and can be two tabs of one person", async () => {
    const { school, kim, storedComment } = await savingScene(bench);
    const here = await editorPage(bench, kim);
    const there = await here.context().newPage();
    await bench.open(here, 'method', school);
    await bench.open(there, 'method', school);
    const open = otherEditors(here).getByText('This designation is also open');
    await open.waitFor();
    await there.getByLabel('Comment').fill('From there.');
    await untilSaved(there);
    await here.getByLabel('Comment').fill('From here.');
    await passTypingPause(here);
    const asked = here.getByRole('alert').filter({
      hasText: 'You changed this designation in another tab or on another device ',
    });
    await asked.waitFor();
    expect(Object.keys(await storedDrafts(here))).toHaveLength(2);
    await asked.getByRole('button', { name: 'Use the latest version' }).click();
    await expect.poll(() => here.getByLabel('Comment').inputValue()).toBe('From there.');
    expect(await storedComment()).toBe('From there.');
    await expect.poll(() => saveStatus(here).getByText('Not saved').count()).toBe(0);

    // From here on, only the other tab itself can send updates.
    await here.route('**/designate/editing/**', (route) => route.abort());
    await there.close();
    await open.waitFor({ state: 'detached' });
    bench.browser.takeComplaints();
  });

  it('keep their input with the right student when a save moves the open form', async () => {
    const { school, kim, storedStudents, reverseElsewhere } = await savingScene(bench, { students: 2 });
    const [first, second] = await storedStudents();
    const page = await editorPage(bench, kim);
    await bench.open(page, 'students', school);
    const field = await preferred(page, 2);
    await field.fill('Bo');
    await untilSaved(page);
    await reverseElsewhere();
    await returnToTab(page);
    await field.waitFor({ state: 'detached' });
    await page.keyboard.type('wrong');
    expect(await (await preferred(page, 1)).inputValue()).toBe('Bo');
    expect(await (await preferred(page, 2)).inputValue()).toBe('');
    await untilSaved(page);
    const stored = new Map((await storedStudents()).map(({ id, preferred: name }) => [id, name]));
    expect([stored.get(first?.id ?? ''), stored.get(second?.id ?? '')]).toEqual(['', 'Bo']);
    bench.browser.takeComplaints();
  });

  it("don't block each other: Review and Continue merge and work with one click, and the submission leads the other to the agreement", async () => {
    const { school, kim, robin, storedNames, storedComment, storedStudents, commentElsewhere } =
      await savingScene(bench, { students: 2 });
    const [page, other] = [await editorPage(bench, kim), await editorPage(bench, robin)];
    await bench.open(page, 'students', school);
    await page.route('**/designate/editing/**', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await bench.open(other, 'method', school);
    await other.getByLabel('Comment').fill('Meanwhile.');
    await passTypingPause(other);
    await expect.poll(storedComment).toBe('Meanwhile.');
    await (await firstName(page, 1)).fill('Late');
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await expectStep(page, 'Review');
    expect((await storedNames())[0]).toBe('Late');
    expect(await storedComment()).toBe('Meanwhile.');
    expect(await page.getByRole('main').innerText()).toContain('Meanwhile.');

    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expectStep(page, 'Students');
    await other.getByRole('button', { name: 'Continue' }).click();
    await expectStep(other, 'Students');
    await (await preferred(other, 2)).fill('Bobby');
    await passTypingPause(other);
    await expect.poll(storedStudents).toMatchObject([{}, { preferred: 'Bobby' }]);
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await expectStep(page, 'Review');
    expect(await page.getByRole('main').innerText()).toContain('Bobby');
    await bench.open(page, 'method', school);
    await commentElsewhere('Later.');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expectStep(page, 'Students');

    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await expectStep(page, 'Review');
    await submit(page);
    await expectStep(page, 'Submitted');
    await returnToTab(other);
    await expectStep(other, 'Agreement');
    await other.getByText(/^Kim Lee submitted this designation at \d.* It's now pending review\./).waitFor();
    bench.browser.takeComplaints();
  });

  it("aren't asked about changes from their own closed tab that a colleague continued", async () => {
    const { school, kim, robin, storedNames } = await savingScene(bench);
    const page = await editorPage(bench, kim);
    await bench.open(page, 'students', school);
    await (await firstName(page, 1)).fill('An');
    await untilSaved(page);
    await (await firstName(page, 1)).fill('Ann');
    await (await phone(page, 1)).fill('90');
    await page.goto('about:blank');
    await expect.poll(storedNames).toEqual(['Ann']);
    const other = await editorPage(bench, robin);
    await bench.open(other, 'students', school);
    await (await firstName(other, 2)).fill('Bo');
    await passTypingPause(other);
    await expect.poll(storedNames).toEqual(['Ann', 'Bo']);

    await page.goto(bench.step('students', school));
    await waitForHydration(page);
    await expect.poll(async () => (await phone(page, 1)).inputValue()).toBe('90');
    await expect.poll(async () => (await firstName(page, 2)).inputValue()).toBe('Bo');
    await (await firstName(page, 1)).fill('Anna');
    await passTypingPause(page);
    await expect.poll(storedNames).toEqual(['Anna', 'Bo']);
    expect(await unsavedChangesBanner(page).count()).toBe(0);
  });
});
