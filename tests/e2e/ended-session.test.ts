import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { SessionEntity } from '#db/entities/session.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { signInByCode, waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { TYPED_FORMS, type TypedForm } from '#tests/support/failing-saves.server.ts';

const bench = useDesignateApp();
const { account, decision, school, template } = TYPED_FORMS;
const ENDED = 'Your session has ended. Sign in and your text will be restored.';
const RESTORED = "Your text was restored. It isn't saved yet.";

/** The number of drafts the tab stores for after sign-in. */
const storedDrafts = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('laurel:draft:')).length);

async function sendWithoutSession(form: TypedForm): Promise<Page> {
  const page = await bench.pageOf(form.user);
  await openAndEndSession(form, page);
  return page;
}

async function openAndEndSession(form: TypedForm, page: Page): Promise<void> {
  await page.goto(form.path);
  await waitForHydration(page);
  await form.type(page);
  await endSession(form, page);
}

/** Ends the user's session, sends the form that was typed, and waits for the sign-in. */
async function endSession(form: TypedForm, page: Page): Promise<void> {
  await bench.orm.em.fork().nativeDelete(SessionEntity, { user: form.user.id });
  await form.send(page);
  await page.getByText(ENDED).waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
  expect(await storedDrafts(page)).toBe(1);
  expectOnlyEndedSession();
}

/** The template editor's text check and the review page's last report may also have been refused, even later. */
function expectOnlyEndedSession(): void {
  expect(bench.browser.takeComplaints().filter((complaint) => !complaint.includes('401'))).toEqual([]);
}

/** Expects the browser to ask before a logout discards what was typed. Stays on the page. */
async function expectQuestionAtLogout(page: Page): Promise<void> {
  const asked = page.waitForEvent('dialog');
  const pressed = page.getByRole('link', { name: 'Logout' }).click({ noWaitAfter: true });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await pressed;
}

describe('a form that is sent after the session ended', () => {
  it('asks before a logout discards it, and has its text again after signing in: a decision, a school, and a template', async () => {
    const user = await makeAdmin(bench.orm);
    const page = await bench.pageOf(user);
    for (const scene of [decision, school, template]) {
      const form: TypedForm = { ...(await scene(bench)), user };
      await page.goto(form.path);
      await waitForHydration(page);
      await form.type(page);
      await expectQuestionAtLogout(page);
      expect(await form.typed(page)).toBe(form.expected);

      await endSession(form, page);
      if (scene === decision) {
        await expectNoAxeViolations(page);
        await signInByCode(bench, page, user.email);
      } else {
        await bench.signIn(page, user);
        await page.goto(form.path);
      }
      await page.getByText(RESTORED).waitFor();
      expectOnlyEndedSession();
      expect(new URL(page.url()).pathname).toBe(form.path);
      expect(await form.typed(page)).toBe(form.expected);
      expect(await storedDrafts(page)).toBe(0);
      await form.send(page);
      await page.getByText(/^(Changes saved!|Designation details have been updated!)$/).waitFor();
      await page.reload();
      await waitForHydration(page);
      expect(await (form.saved ?? form.typed)(page)).toBe(form.expected);
    }
  });

  it('is kept while other tabs open pages, and deleted when one of them logs out, even after the session has expired, or when another user signs in, who sees their own data', async () => {
    const form = await account(bench);
    const page = await sendWithoutSession(form);
    const tab = await page.context().newPage();
    for (const path of ['/', '/login']) {
      await tab.goto(path);
      await tab.waitForURL((url) => url.pathname === '/login');
      await waitForHydration(tab);
      expect(await storedDrafts(page)).toBe(1);
    }
    await bench.signIn(page, form.user);
    await tab.goto('/login?code=unknown');
    await waitForHydration(tab);
    await page.goto('/invites');
    await waitForHydration(page);
    expect(await storedDrafts(page)).toBe(1);
    await tab.goto('/about');
    await waitForHydration(tab);
    await tab.getByRole('link', { name: 'Logout' }).click();
    await tab.waitForURL((url) => url.pathname === '/login');
    await expect.poll(() => storedDrafts(page)).toBe(0);

    await bench.signIn(page, form.user);
    await openAndEndSession(form, page);
    const other = await makeAdmin(bench.orm, { firstName: 'Olive' });
    await signInByCode(bench, page, other.email);
    await waitForHydration(page);
    await expect.poll(() => storedDrafts(page)).toBe(0);
    expect(await form.typed(page)).toBe('Olive');

    await form.type(page);
    await endSession({ ...form, user: other }, page);
    await tab.goto('/api/logout');
    await tab.waitForURL((url) => url.pathname === '/login');
    await expect.poll(() => storedDrafts(page)).toBe(0);
    await page.goto('/login');
    await waitForHydration(page);
    expect(await page.context().cookies()).not.toContainEqual(
      expect.objectContaining({ name: 'laurel_logout' }),
    );
  });
});
