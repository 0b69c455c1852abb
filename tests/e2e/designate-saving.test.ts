import { describe, expect, it } from 'vitest';
import { SessionEntity } from '#db/entities/session.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import {
  editorPage,
  expectStep,
  passTypingPause,
  signInByCode,
  storedDrafts,
  useDesignateApp,
  waitForHydration,
} from '#tests/support/designate-app.server.ts';
import {
  firstName,
  otherEditors,
  phone,
  saveStatus,
  savingScene,
  untilSaved,
} from '#tests/support/saving-scene.server.ts';

const bench = useDesignateApp();

describe('typed text', () => {
  it('is saved automatically, except for unfinished values such as half a date, and other tabs and devices are mentioned and resume it', async () => {
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

    const elsewhere = 'This designation is also open in another tab or on another device.';
    const tab = await page.context().newPage();
    await bench.open(tab, 'method', school);
    await otherEditors(page).getByText(elsewhere).waitFor();
    expect(Object.keys(await storedDrafts(page))).toHaveLength(2);
    // Only the other tab itself can say now that it closed.
    await page.route('**/designate/editing/**', (route) => route.abort());
    await tab.close();
    await otherEditors(page).getByText(elsewhere).waitFor({ state: 'detached' });
    await page.unroute('**/designate/editing/**');

    const device = await editorPage(bench, kim);
    await bench.open(device, 'students', school);
    expect(await (await firstName(device, 2)).inputValue()).toBe('Bo');
    expect(await (await phone(device, 1)).inputValue()).toBe('');
    await otherEditors(device).getByText(elsewhere).waitFor();
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
    bench.browser.takeComplaints();
  });

  it('without a connection or a session is kept when going back, saved once there is one again, and a logout asks before it discards anything', async () => {
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

    await page.context().setOffline(false);
    await untilSaved(page);
    expect(await storedNames()).toEqual(['Ann']);
    expect(await storedComment()).toBe('Offline.');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expectStep(page, 'Students');
    expect(await (await firstName(page, 1)).inputValue()).toBe('Ann');
    bench.browser.takeComplaints();

    await bench.orm.em.fork().nativeDelete(SessionEntity, { user: kim.id });
    await (await firstName(page, 1)).fill('Anna');
    await passTypingPause(page);
    await saveStatus(page).getByText("You've been signed out.").waitFor();
    expect(await storedNames()).toEqual(['Ann']);
    expect(bench.browser.takeComplaints()).not.toEqual([]);
    const opened = page.context().waitForEvent('page');
    await saveStatus(page).getByRole('link', { name: 'Sign in (opens in a new tab)' }).click();
    const tab = await opened;
    await waitForHydration(tab);
    await signInByCode(bench, tab, kim.email);
    await expectStep(tab, 'Students');
    expect(new URL(tab.url()).search).toBe(new URL(page.url()).search);
    expect(Object.values(await storedDrafts(page))).toContainEqual(expect.stringContaining('"Anna"'));
    await tab.close();
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await untilSaved(page);
    expect(await storedNames()).toEqual(['Anna']);
    bench.browser.takeComplaints();

    await (await phone(page, 1)).fill('907');
    await page.getByRole('link', { name: 'Logout' }).click();
    await question.getByText("1 field isn't saved. Log out anyway?").waitFor();
    await expectNoAxeViolations(page);
    await question.getByRole('button', { name: 'Stay signed in' }).click();
    expect(Object.values(await storedDrafts(page))).toContainEqual(expect.stringContaining('"907"'));
    await page.getByRole('link', { name: 'Logout' }).click();
    await question.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL((url) => url.pathname === '/login');
    await expect.poll(async () => Object.keys(await storedDrafts(page))).toHaveLength(0);
  });
});
