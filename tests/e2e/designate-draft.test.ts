import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { studentInput } from '#tests/factories/designation-factory.server.ts';
import { makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import {
  agree,
  chooseMethod,
  enterStudent,
  expectStep,
  storedDrafts,
  openStudent,
  submit,
  waitForHydration,
  useDesignateApp,
} from '#tests/support/designate-app.server.ts';
import { firstName, phone, savingScene } from '#tests/support/saving-scene.server.ts';

const bench = useDesignateApp();
const AUTOSAVED_MS = 500;
const PENDING = { status: 'PENDING', classSize: 10, students: 1 } as const;

/** Resumes the designation from the agreement step and confirms the dialog. */
async function resumeDraft(page: Page, school: { id: string }): Promise<void> {
  await bench.open(page, 'agreement', school);
  await agree(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Edit designation' }).click();
  await expectStep(page, 'Method');
  bench.browser.takeComplaints();
}

describe('what was typed', () => {
  it('is still there after Reload, Back, and Forward', async () => {
    const { school, kim } = await savingScene(bench);
    const page = await bench.pageOf(kim);
    await bench.open(page, 'method', school);
    await page.getByLabel('Comment').fill('Unchanged typed.');
    await page.waitForTimeout(AUTOSAVED_MS);
    await page.reload();
    await expect.poll(() => page.getByLabel('Comment').inputValue()).toBe('Unchanged typed.');
    await page.getByRole('button', { name: 'Continue' }).click();

    await expectStep(page, 'Students');
    // The reload interrupted a save. The next save found it stored and continued.
    bench.browser.takeComplaints();
    await enterStudent(page, 1, studentInput({ first: 'Ann', email: 'not yet' }));
    await page.goBack();
    await expectStep(page, 'Method');
    await page.goForward();
    await expectStep(page, 'Students');
    expect(await (await firstName(page, 1)).inputValue()).toBe('Ann');
    await page.reload();
    await expect.poll(async () => (await firstName(page, 1)).inputValue()).toBe('Ann');
    await expect
      .poll(async () => (await openStudent(page, 1)).getByLabel('Email', { exact: true }).inputValue())
      .toBe('not yet');
  });

  it("survives Back and Continue even if it couldn't be stored", async () => {
    const { school, kim } = await savingScene(bench);
    const page = await bench.pageOf(kim);
    await bench.open(page, 'students', school);
    await (await firstName(page, 2)).fill('Bo');
    await (await phone(page, 2)).fill('12');
    await page.getByRole('button', { name: 'Back' }).click();
    await expectStep(page, 'Method');
    await page.getByLabel('Comment').fill('Changed meanwhile.');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expectStep(page, 'Students');
    expect(await page.getByText('Someone else changed').count()).toBe(0);
    expect(await (await firstName(page, 2)).inputValue()).toBe('Bo');
    expect(await (await phone(page, 2)).inputValue()).toBe('12');
  });

  it('survives a click on Back before the checks have loaded', async () => {
    const { school, kim } = await savingScene(bench);
    const page = await bench.pageOf(kim);
    await bench.delayChecks(page);
    await bench.open(page, 'students', school);
    await (await firstName(page, 2)).fill('Bo');
    await (await phone(page, 2)).fill('12');
    await page.getByRole('button', { name: 'Back' }).click();
    await expectStep(page, 'Method');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expectStep(page, 'Students');
    expect(await (await phone(page, 2)).inputValue()).toBe('12');
  });

  it('is resumed from an address that names no school', async () => {
    const { school, kim } = await savingScene(bench);
    const page = await bench.pageOf(kim);
    await bench.open(page, 'agreement', school);
    await page.waitForFunction(() => window.localStorage.length > 0);
    await page.goto('/designate/agreement');
    await page.waitForURL((url) => url.searchParams.get('school') === school.id);
    await page.getByText(`${school.name}, 2026 academic year`).waitFor();
    expect(new URL(page.url()).searchParams.get('year')).toBe(bench.year.id);
  });

  it('is resumed in a new tab at the step that its address names', async () => {
    const { school, kim } = await savingScene(bench);
    const page = await bench.pageOf(kim);
    await bench.open(page, 'students', school);
    await (await phone(page, 2)).fill('12');
    await page.getByText('1 field').first().waitFor();
    const next = await page.context().newPage();
    await page.close();
    await next.goto('/designate/students');
    await expectStep(next, 'Students');
    await expect.poll(async () => (await phone(next, 2)).inputValue()).toBe('12');
    expect(new URL(next.url()).searchParams.get('school')).toBe(school.id);
    await next.close();
  });

  it('is replaced when another school is chosen', async () => {
    const { school, kim } = await savingScene(bench);
    const other = await makeSchool(bench.orm);
    const { user } = await makeCounselor(bench.orm, [school.id, other.id]);
    const page = await bench.pageOf(user);
    await bench.open(page, 'students', school);
    await (await firstName(page, 1)).fill('Ann');
    await page.waitForTimeout(AUTOSAVED_MS);
    await bench.open(page, 'agreement', other);
    await page.waitForFunction((id) => JSON.stringify(window.localStorage).includes(id), other.id);
    const drafts = Object.values(await storedDrafts(page)).map((text) => JSON.parse(text) as object);
    expect(drafts).toEqual([
      expect.objectContaining({ highSchool: { id: other.id, name: other.name }, students: [] }),
    ]);
    expect(kim.id).not.toBe(user.id);
  });
});

describe("a user's draft", () => {
  it("isn't shown to another user of the same browser", async () => {
    const { school, kim } = await savingScene(bench);
    const { user: other } = await makeCounselor(bench.orm, [school.id]);
    const page = await bench.pageOf(kim);
    await bench.open(page, 'students', school);
    await (await firstName(page, 1)).fill('Ann');
    await page.waitForTimeout(AUTOSAVED_MS);
    expect(Object.keys(await storedDrafts(page))).toEqual([
      expect.stringMatching(new RegExp(`^laurel:draft:${kim.id}:[0-9a-f-]{36}$`)),
    ]);

    await bench.signIn(page, other);
    await page.goto('/');
    await waitForHydration(page);
    expect(await storedDrafts(page)).toEqual({});
    await bench.open(page, 'students', school);
    expect(await (await firstName(page, 1)).inputValue()).toBe('');
    await bench.signIn(page, kim);
    await bench.open(page, 'students', school);
    expect(await (await firstName(page, 1)).inputValue()).toBe('');
    // The first user's page was still saving, which is refused in the second user's session.
    bench.browser.takeComplaints();
  });

  it('is deleted at logout, in other tabs, too', async () => {
    const { school, kim } = await savingScene(bench);
    const page = await bench.pageOf(kim);
    await bench.open(page, 'students', school);
    await (await firstName(page, 1)).fill('Ann');
    await page.waitForTimeout(AUTOSAVED_MS);
    const tab = await page.context().newPage();
    await tab.goto('/');
    await tab.getByRole('link', { name: 'Logout' }).click();
    await tab.waitForURL((url) => url.pathname === '/login');
    await waitForHydration(tab);
    await (await firstName(page, 1)).fill('Typed after the logout');
    await page.getByText("You've been signed out.").first().waitFor();
    expect(await storedDrafts(page)).toEqual({});
    bench.browser.takeComplaints();
  });
});

describe('a browser without storage', () => {
  it.each([
    [
      'closed',
      `Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('closed', 'SecurityError'); } });`,
    ],
    ['full', `Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };`],
  ])('(%s) still allows corrections to a pending designation', async (_kind, script) => {
    const { school, kim, storedSize } = await savingScene(bench, PENDING);
    const page = await bench.pageOf(kim);
    await page.addInitScript(script);
    await resumeDraft(page, school);
    await chooseMethod(page, 12);
    await expectStep(page, 'Students');
    await (await firstName(page, 1)).fill('Corrected');
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await expectStep(page, 'Review');
    expect(await page.getByRole('main').innerText()).toContain('Corrected');
    await submit(page);
    await expectStep(page, 'Submitted');
    expect(await storedSize()).toBe(12);
  });
});

describe('a pending designation', () => {
  it('is changed only by its submission', async () => {
    const { school, kim, storedSize } = await savingScene(bench, PENDING);
    const page = await bench.pageOf(kim);
    await resumeDraft(page, school);
    await chooseMethod(page, 24);
    await expectStep(page, 'Students');
    await enterStudent(page, 2, studentInput({ first: 'Second' }));
    await page.getByRole('button', { name: 'Back' }).click();
    await expectStep(page, 'Method');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expectStep(page, 'Students');
    await page.reload();
    await expect.poll(async () => (await firstName(page, 2)).inputValue()).toBe('Second');
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await expectStep(page, 'Review');
    expect(await storedSize()).toBe(10);
    await submit(page);
    await expectStep(page, 'Submitted');
    expect(await storedSize()).toBe(24);
    expect(await storedDrafts(page)).toEqual({});
  });

  it('redirects to the agreement until editing is confirmed', async () => {
    const { school, kim } = await savingScene(bench, PENDING);
    const page = await bench.pageOf(kim);
    for (const step of ['method', 'students', 'review']) {
      await page.goto(bench.step(step, school));
      await expectStep(page, 'Agreement');
      expect(new URL(page.url()).searchParams.get('school')).toBe(school.id);
    }
  });
});
