import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { DesignationStatus } from '#app/schemas/enums.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { studentInput } from '#tests/factories/designation-factory.server.ts';
import type { MadeSchool } from '#tests/factories/school-factory.server.ts';
import { expectNoAxeViolations, VIEWPORTS } from '#tests/support/browser.ts';
import {
  editorPage,
  enterStudent,
  expectStep,
  openStudent,
  passTypingPause,
  studentLine,
  submit,
  useDesignateApp,
} from '#tests/support/designate-app.server.ts';
import {
  returnToTab,
  firstName,
  incoming,
  unsavedChangesBanner,
  otherEditors,
  phone,
  saveStatus,
  savingScene,
  untilSaved,
} from '#tests/support/saving-scene.server.ts';
import { changeStudentElsewhere } from '#tests/support/stored-students.server.ts';

const bench = useDesignateApp();

const preferred = async (page: Page, index: number) =>
  (await openStudent(page, index)).getByLabel('Preferred name');

const caret = (page: Page) =>
  page.evaluate(() => {
    const field = document.activeElement;
    return field instanceof HTMLInputElement ? [field.name, field.value, field.selectionStart] : [];
  });

const choice = (page: Page, group: RegExp, value: RegExp) =>
  unsavedChangesBanner(page).getByRole('radiogroup', { name: group }).getByRole('radio', { name: value });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Opens the students step and waits until the server knows this editor, so that others who open it see the name. */
async function openAnnounced(page: Page, school: MadeSchool): Promise<void> {
  const announced = page.waitForResponse('**/designate/editing/*');
  await bench.open(page, 'students', school);
  await announced;
}

describe('two editors at once', () => {
  it("see each other's names, and their changes are merged without a question, with the focus kept and the input with the right student", async () => {
    const { school, kim, robin, storedNames, storedStudents, reverseElsewhere } = await savingScene(bench);
    const [kims, robins] = [await editorPage(bench, kim), await editorPage(bench, robin)];
    await openAnnounced(kims, school);
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

    const [ann, bobb] = await storedStudents();
    const field = await preferred(kims, 2);
    await field.fill('Bo');
    await passTypingPause(kims);
    await expect.poll(storedStudents).toMatchObject([{}, { preferred: 'Bo' }]);
    await reverseElsewhere();
    await returnToTab(kims);
    await field.waitFor({ state: 'detached' });
    await kims.keyboard.type('wrong');
    expect(await (await preferred(kims, 1)).inputValue()).toBe('Bo');
    expect(await (await preferred(kims, 2)).inputValue()).toBe('');
    await untilSaved(kims);
    expect((await storedStudents()).map(({ id, preferred: name }) => [id, name])).toEqual([
      [bobb?.id, 'Bo'],
      [ann?.id, ''],
    ]);
    bench.browser.takeComplaints();
  });

  it('are asked only about fields that both changed, or about the version, above the buttons of the bar, read of an approval, and a submission leads the other to the agreement', async () => {
    const { school, kim, robin, designation, storedStudents, reverseElsewhere } = await savingScene(bench, {
      classSize: 30,
      students: 2,
    });
    const [kims, robins] = [await editorPage(bench, kim), await editorPage(bench, robin)];
    const [ann, bo] = designation.students;
    await openAnnounced(kims, school);
    await bench.open(robins, 'students', school);
    const also = otherEditors(robins).getByText('Kim Lee is also editing this designation.');
    await also.waitFor();
    await robins.context().setOffline(true);
    await (await preferred(robins, 1)).fill('Annie');
    await (await phone(robins, 1)).fill('9075550002');
    await (await preferred(robins, 2)).fill('Bo');
    await (await phone(kims, 1)).fill('9075550001');
    await (await preferred(kims, 1)).fill('Anna');
    await passTypingPause(kims);
    await expect.poll(storedStudents).toMatchObject([{ preferred: 'Anna' }, {}]);
    await robins.context().setOffline(false);

    await unsavedChangesBanner(robins).waitFor();
    const text = await unsavedChangesBanner(robins).innerText();
    expect(text).toMatch(/^Kim Lee changed this designation at \d{1,2}:\d\d [AP]M AK[SD]T\./);
    expect(text).not.toContain('Student 2');
    await saveStatus(robins)
      .getByText(/^Not saved: Kim Lee changed this designation at \d{1,2}:\d\d [AP]M AK[SD]T\./)
      .waitFor();
    await saveStatus(robins).getByRole('link', { name: 'Choose which version to keep' }).waitFor();
    expect(
      await unsavedChangesBanner(robins)
        .getByRole('link', { name: 'See the latest version (opens in a new tab)' })
        .getAttribute('href'),
    ).toBe(`/designations/${designation.id}`);
    await expectLayoutOfBar(robins, also);
    await press(robins, 'Review');
    await robins.waitForFunction(() => document.activeElement?.id === 'which-version');
    // Where the bar covers half of a radio button, axe finds it too small. In a tall window it covers nothing.
    await robins.setViewportSize({ ...VIEWPORTS.phone, height: 2500 });
    await expectNoAxeViolations(robins);
    const overflow = await robins.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, 'pixels to scroll sideways').toBeLessThanOrEqual(0);
    await robins.setViewportSize(VIEWPORTS.phone);

    const [name, number] = [/^Student 1 \(.+\): preferred name$/, /^Student 1 \(.+\): phone$/];
    await choice(robins, number, /^Kim Lee's: \(907\) 555-0001$/).check();
    await choice(robins, number, /^Yours: \(907\) 555-0002$/).waitFor();
    await robins.getByRole('button', { name: 'Keep these choices' }).press('Enter');
    await unsavedChangesBanner(robins).getByText('Choose one.').waitFor();
    expect(await choice(robins, name, /^Kim Lee's: Anna$/).isChecked()).toBe(false);
    await robins.keyboard.press('Space');
    expect(await choice(robins, name, /^Yours: Annie$/).isChecked()).toBe(true);
    expect(await storedStudents()).toMatchObject([{ preferred: 'Anna' }, {}]);
    await robins.getByRole('button', { name: 'Keep these choices' }).press('Enter');
    await unsavedChangesBanner(robins).waitFor({ state: 'detached' });
    await robins.waitForFunction(() => document.activeElement?.tagName === 'H1');
    expect(await robins.evaluate(() => document.activeElement?.getBoundingClientRect().top)).toBeGreaterThan(
      0,
    );
    await passTypingPause(robins);
    await expect
      .poll(storedStudents)
      .toMatchObject([{ preferred: 'Annie', phone: '(907) 555-0001' }, { preferred: 'Bo' }]);
    expect(await (await phone(robins, 1)).inputValue()).toBe('(907) 555-0001');

    await changeStudentElsewhere(bench.orm, ann?.id ?? '', { preferred: 'Zoe' });
    await (await preferred(robins, 1)).fill('Zed');
    await passTypingPause(robins);
    await press(robins, 'Use the latest version');
    await expect.poll(async () => (await preferred(robins, 1)).inputValue()).toBe('Zoe');
    expect(await unsavedChangesBanner(robins).count()).toBe(0);

    // From here on, Kim's tab learns of changes only when it saves.
    await kims.route('**/designate/editing/**', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await robins.setViewportSize(VIEWPORTS.desktop);
    await robins.route('**/designate/editing/**', (route) => route.abort());
    await enterStudent(robins, 3, studentInput({ first: 'New', last: 'Lee' }));
    await reverseElsewhere();
    await robins.unrouteAll();
    await returnToTab(robins);
    await unsavedChangesBanner(robins).getByText('Student 3 (New Lee): only in your version').waitFor();
    expect(await unsavedChangesBanner(robins).innerText()).toContain('choose which version to keep.');
    expect((await storedStudents()).map(({ id }) => id)).toEqual([bo?.id, ann?.id]);

    const decide = (status: DesignationStatus) =>
      bench.orm.em.fork().nativeUpdate(DesignationEntity, { id: designation.id }, { status });
    const sentence = 'This designation has been approved, it cannot be edited.';
    await decide('APPROVED');
    await press(robins, 'Review');
    await robins
      .getByRole('alert')
      .filter({ hasText: sentence })
      .getByText("Your changes are still on this page, but they can't be saved anymore.")
      .waitFor();
    await saveStatus(robins).getByText(`Not saved: ${sentence}`).waitFor();
    expect(await robins.getByRole('button', { name: 'Keep my version' }).count()).toBe(0);
    await decide('STARTED');
    await press(robins, 'Review');
    await press(robins, 'Keep my version');
    await passTypingPause(robins);
    await expect.poll(storedStudents).toMatchObject([{ id: ann?.id }, { id: bo?.id }, { first: 'New' }]);
    expect(await unsavedChangesBanner(robins).count()).toBe(0);

    await (await phone(kims, 2)).fill('9075550177');
    await press(kims, 'Review');
    await expectStep(kims, 'Review');
    const reviewed = await kims.getByRole('main').innerText();
    for (const merged of ['(907) 555-0177', 'New']) expect(reviewed).toContain(merged);
    // So that Robin's tab leaves the step only when it is returned to.
    await robins.route('**/designate/editing/**', (route) => route.abort());
    await submit(kims);
    await expectStep(kims, 'Submitted');
    await robins.unrouteAll();
    await returnToTab(robins);
    await expectStep(robins, 'Agreement');
    await robins.getByText(/^Kim Lee submitted this designation at \d.* It's now pending review\./).waitFor();
    bench.browser.takeComplaints();
  });
});

/** The names of other editors are above the buttons of the bar, where there is space for both. */
async function expectLayoutOfBar(page: Page, also: ReturnType<Page['getByText']>): Promise<void> {
  await page.setViewportSize({ width: 768, height: 1024 });
  expect(await also.isVisible()).toBe(true);
  const line = await also.boundingBox();
  const buttons = await page.locator('.step-bar-buttons').boundingBox();
  expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThanOrEqual(buttons?.y ?? 0);
  await page.setViewportSize(VIEWPORTS.phone);
  expect(await also.isVisible()).toBe(false);
  expect(await saveStatus(page).isVisible()).toBe(true);
}
