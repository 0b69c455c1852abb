import { describe, expect, it } from 'vitest';
import { SessionEntity } from '#db/entities/session.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import {
  editorPage,
  expectStep,
  holdScript,
  passTypingPause,
  signInByCode,
  storedDrafts,
  waitForHydration,
  useDesignateApp,
} from '#tests/support/designate-app.server.ts';
import {
  firstName,
  holdAnnouncementUntilClosed,
  otherEditors,
  phone,
  saveStatus,
  savingScene,
  untilSaved,
} from '#tests/support/saving-scene.server.ts';

const bench = useDesignateApp();

describe('typed text', () => {
  it('is saved automatically, except for unfinished values such as half a date, and another device resumes it', async () => {
    const { school, kim, storedStudents, editors } = await savingScene(bench);
    const page = await editorPage(bench, kim);
    await bench.open(page, 'students', school);
    await saveStatus(page).getByText('Your work is saved automatically.').waitFor();
    await (await firstName(page, 1)).fill('Ann');
    const birthDate = page.getByLabel('Date of birth').first();
    await birthDate.focus();
    await page.keyboard.type('03');
    await untilSaved(page);
    await page.keyboard.type('042010');
    expect(await birthDate.inputValue()).toBe('2010-03-04');
    const [ann] = await storedStudents();
    expect(ann).toMatchObject({ first: 'Ann', phone: '' });

    await (await phone(page, 1)).fill('907');
    expect(await saveStatus(page).innerText()).toBe('Saving…');
    await (await firstName(page, 2)).fill('Bo');
    await passTypingPause(page);
    await saveStatus(page)
      .getByText(/^Saved at \d{1,2}:\d\d [AP]M AK[SD]T · 1 field needs fixing$/)
      .waitFor();
    const stored = await storedStudents();
    expect(stored).toMatchObject([ann, { first: 'Bo' }]);
    await expectNoAxeViolations(page);

    const device = await editorPage(bench, kim);
    await bench.open(device, 'students', school);
    expect(await (await firstName(device, 2)).inputValue()).toBe('Bo');
    expect(await (await phone(device, 1)).inputValue()).toBe('');
    await otherEditors(device)
      .getByText('This designation is also open in another tab or on another device.')
      .waitFor();
    await device.goto('about:blank');
    await expect.poll(editors).toBe(1);

    await page.close();
    const reopened = await page.context().newPage();
    await reopened.goto(bench.step('students', school));
    await expect.poll(async () => (await phone(reopened, 1)).inputValue()).toBe('907');
    await (await phone(reopened, 1)).fill('9075550123');
    await passTypingPause(reopened);
    await expect
      .poll(async () => (await storedStudents())[0])
      .toEqual({
        ...ann,
        phone: '(907) 555-0123',
      });
    await reopened.getByRole('button', { name: 'Back' }).click();
    await expectStep(reopened, 'Method');
    expect(await storedStudents()).toMatchObject(stored.map(({ id }) => ({ id })));
  });

  it("is saved before a logout from the menu, even while scripts are loading, which clears the browser's storage", async () => {
    const { school, kim, storedComment, editors } = await savingScene(bench);
    const page = await editorPage(bench, kim);
    const services = await holdScript(page, 'draft-services');
    await bench.open(page, 'method', school);
    await page.getByLabel('Comment').fill('Typed a moment before.');
    await page.getByRole('link', { name: 'Logout' }).click();
    services.release();
    await page.waitForURL((url) => url.pathname === '/login');
    expect(await storedComment()).toBe('Typed a moment before.');
    await expect.poll(() => storedDrafts(page)).toEqual({});
    expect(await editors()).toBe(0);
    expect(services.requests()).toBe(1);
  });

  it("isn't shown as being edited anymore when its last announcement is still in flight at logout", async () => {
    const { school, kim, editors } = await savingScene(bench);
    const page = await editorPage(bench, kim);
    const { sent } = await holdAnnouncementUntilClosed(page);
    await bench.open(page, 'method', school);
    await sent;
    await page.getByRole('link', { name: 'Logout' }).click();
    await page.waitForURL((url) => url.pathname === '/login');
    expect(await editors()).toBe(0);
  });

  it('never removes a student before Continue has asked, even after a reload on a slow connection', async () => {
    const { school, kim, storedStudents, storedComment } = await savingScene(bench, { students: 2 });
    const page = await editorPage(bench, kim);
    await bench.open(page, 'method', school);
    await page.getByLabel('Class size').fill('8');
    await page.getByLabel('Comment').fill('Smaller.');
    await passTypingPause(page);
    await saveStatus(page).getByText('Your new class size will be saved when you select Continue.').waitFor();
    await expect.poll(storedComment).toBe('Smaller.');
    expect(await storedStudents()).toHaveLength(2);

    await bench.open(page, 'students', school);
    await saveStatus(page).getByText("Your new class size isn't saved yet.").waitFor();
    await saveStatus(page).getByRole('link', { name: 'Go to Method' }).click();
    await expectStep(page, 'Method');
    expect(await saveStatus(page).getByRole('link', { name: 'Go to Method' }).count()).toBe(0);
    expect(await page.getByLabel('Class size').inputValue()).toBe('8');
    // On a slow connection, the click reaches the form that restarts from the browser's draft.
    const services = await holdScript(page, 'draft-services');
    await page.reload();
    await waitForHydration(page);
    expect(await page.getByLabel('Class size').inputValue()).toBe('20');
    await page.getByRole('button', { name: 'Continue' }).click();
    services.release();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove 1 student' }).waitFor();
    expect(await page.getByLabel('Class size').inputValue()).toBe('8');
    expect(services.requests()).toBe(1);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove 1 student' }).click();
    await expectStep(page, 'Students');
    expect(await storedStudents()).toHaveLength(1);
    await waitForHydration(page);
    expect(await saveStatus(page).innerText()).not.toContain('smaller class');
  });
});

describe('without a connection', () => {
  it('going back and typing lose nothing before the connection returns, and a logout asks before it discards anything', async () => {
    const { school, kim, storedNames, storedComment } = await savingScene(bench);
    const page = await editorPage(bench, kim);
    await bench.open(page, 'method', school);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expectStep(page, 'Students');
    await page.context().setOffline(true);
    await (await firstName(page, 1)).fill('Ann');
    await passTypingPause(page);
    await saveStatus(page).getByText("You're offline.").waitFor();
    await expectNoAxeViolations(page);

    await page.getByRole('button', { name: 'Back' }).click();
    await expectStep(page, 'Method');
    await page.getByLabel('Comment').fill('Offline.');
    await page.getByRole('button', { name: 'Continue' }).click();
    await saveStatus(page).getByText("You're offline.").waitFor();
    expect(await page.getByLabel('Comment').inputValue()).toBe('Offline.');
    await page.getByRole('link', { name: 'Logout' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText("2 fields aren't saved. Log out anyway?").waitFor();
    await question.getByRole('button', { name: 'Stay signed in' }).click();
    bench.browser.takeComplaints();

    await page.context().setOffline(false);
    await untilSaved(page);
    expect(await storedNames()).toEqual(['Ann']);
    expect(await storedComment()).toBe('Offline.');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expectStep(page, 'Students');
    expect(await (await firstName(page, 1)).inputValue()).toBe('Ann');
    bench.browser.takeComplaints();

    await (await phone(page, 1)).fill('907');
    await page.getByRole('link', { name: 'Logout' }).click();
    await question.getByText("1 field isn't saved. Log out anyway?").waitFor();
    await expectNoAxeViolations(page);
    await question.getByRole('button', { name: 'Stay signed in' }).click();
    expect(Object.keys(await storedDrafts(page))).toHaveLength(1);
    await page.getByRole('link', { name: 'Logout' }).click();
    await question.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL((url) => url.pathname === '/login');
    await expect.poll(async () => Object.keys(await storedDrafts(page))).toHaveLength(0);
  });

  it('the page of an expired session shows a message, and saves once the user signs in again', async () => {
    const { school, kim, storedNames } = await savingScene(bench);
    const page = await editorPage(bench, kim);
    await bench.open(page, 'students', school);
    await bench.orm.em.fork().nativeDelete(SessionEntity, { user: kim.id });
    await (await firstName(page, 1)).fill('Ann');
    await passTypingPause(page);
    await saveStatus(page).getByText("You've been signed out.").waitFor();
    expect(await storedNames()).toEqual([]);
    expect(bench.browser.takeComplaints()).not.toEqual([]);
    const opened = page.context().waitForEvent('page');
    await saveStatus(page).getByRole('link', { name: 'Sign in (opens in a new tab)' }).click();
    const tab = await opened;
    await waitForHydration(tab);
    await signInByCode(bench, tab, kim.email);
    await expectStep(tab, 'Students');
    expect(new URL(tab.url()).search).toBe(new URL(page.url()).search);
    const drafts = Object.values(await storedDrafts(page));
    expect(drafts).toContainEqual(expect.stringContaining('"Ann"'));
    await page.bringToFront();
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await untilSaved(page);
    expect(await storedNames()).toEqual(['Ann']);
    bench.browser.takeComplaints();
  });
});
