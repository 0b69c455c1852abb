import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { USER_MESSAGES } from '#app/messages/user-messages.ts';
import { LoginChallengeEntity } from '#db/entities/login-challenge.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeAdmin, makeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { useDesignateApp } from '#tests/support/designate-app.server.ts';
import { otherCode } from '#tests/support/sign-in.server.ts';

const bench = useDesignateApp();

const visitor = (options = {}) => bench.browser.newPage({ baseURL: bench.app.url, ...options });

async function requestCode(page: Page, email: string, path = '/login'): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function letPass(email: string, seconds: number): Promise<void> {
  const em = bench.orm.em.fork();
  const earlier = (at: Date) => new Date(at.getTime() - seconds * 1000);
  for (const { id, sendsAt, expiresAt } of await em.find(LoginChallengeEntity, { email })) {
    const times = { sendsAt: earlier(sendsAt), expiresAt: earlier(expiresAt) };
    await em.nativeUpdate(LoginChallengeEntity, { id }, times);
  }
}

const linkIn = (text: string) => /(\/login\?code=[\w-]{22})\n/.exec(text)?.[1] ?? '';

describe('the code screen', () => {
  it('shows an error in a dialog; a new code clears it, shows when it was sent, and moves the focus', async () => {
    const { email } = await makeUser(bench.orm);
    const page = await visitor();
    await page.clock.install();
    await requestCode(page, email);
    const { mail } = bench.app;
    const first = await mail.waitForCodeTo(email, 1);
    const status = page.getByRole('status');
    expect(await status.innerText()).toBe(`We sent a code to ${email}.`);
    const shown = await status.boundingBox();
    const label = await page.getByText('Code', { exact: true }).boundingBox();
    expect((label?.y ?? 0) - (shown?.y ?? 0) - (shown?.height ?? 0)).toBeGreaterThan(12);
    expect(await page.getByText('If no code arrives within 5 minutes').innerText()).toMatch(
      /^If no code arrives within 5 minutes, .* try again or contact support\.$/,
    );
    await expectNoAxeViolations(page);

    await enterCode(page, otherCode(first));
    const alert = page.getByRole('alertdialog');
    await alert.getByText(USER_MESSAGES.wrongCode).waitFor();
    expect(bench.browser.takeComplaints()).toHaveLength(1);
    expect(await alert.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
    await alert.getByRole('button', { name: 'OK' }).click();
    await alert.waitFor({ state: 'hidden' });
    expect(await page.getByLabel('Code').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Code').fill('000000');
    await expect.poll(() => page.getByLabel('Code').getAttribute('aria-invalid')).not.toBe('true');
    await page.getByLabel('Code').fill('');

    const resend = page.getByRole('button', { name: /^Send a new code/ });
    expect(await resend.isDisabled()).toBe(true);
    expect(await resend.innerText()).toMatch(/^Send a new code \(in \d+ s\)$/);
    await letPass(email, 61);
    await page.clock.fastForward(61_000);
    await expect.poll(() => resend.isDisabled()).toBe(false);
    await resend.click();
    await expect
      .poll(() => status.innerText())
      .toMatch(/^New code sent at \d{1,2}:\d\d [AP]M AKS?T\. Use the code in your latest email\.$/);
    const code = page.getByLabel('Code');
    expect(await code.inputValue()).toBe('');
    expect(await code.getAttribute('aria-invalid')).not.toBe('true');
    expect(await code.evaluate((field) => field === document.activeElement)).toBe(true);
    await enterCode(page, await mail.waitForCodeTo(email, 2));
    await page.waitForURL((url) => url.pathname === '/');
  });

  it('can be left by a link, and keeps the requested page for the link in the email', async () => {
    const { email } = await makeUser(bench.orm);
    const page = await visitor();
    await requestCode(page, email, '/manage');
    await page.reload();
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    await page.getByRole('link', { name: 'Use a different email' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('');
    await page.goBack();
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    const { text } = await bench.app.mail.waitForEmailTo(email, 1);
    await page.goto(linkIn(text));
    await enterCode(page, await bench.app.mail.waitForCodeTo(email, 1));
    await page.waitForURL((url) => url.pathname !== '/login');
    expect(new URL(page.url()).pathname).toBe('/manage');
  });

  it('shows when the next code can be sent, and an error without covering anything, without scripts; the menu then logs out, on a phone too', async () => {
    const { email } = await makeUser(bench.orm);
    const page = await visitor({ javaScriptEnabled: false });
    await requestCode(page, email);
    const code = await bench.app.mail.waitForCodeTo(email, 1);
    await requestCode(page, email);
    const status = page.getByRole('status');
    const limit = 'We send at most one code per minute to each address.';
    expect(await status.innerText()).toMatch(
      new RegExp(`^We'll email a code to ${email} at \\d{1,2}:\\d\\d [AP]M AKS?T\\. ${limit}$`),
    );
    await page.getByRole('button', { name: 'Send a new code' }).click();
    await expect
      .poll(() => status.innerText())
      .toMatch(new RegExp(`^Your next code will be sent at \\d{1,2}:\\d\\d [AP]M AKS?T\\. ${limit}$`));
    expect(bench.app.mail.emailsTo(email)).toHaveLength(1);
    await enterCode(page, otherCode(code));
    const alert = page.getByRole('alertdialog');
    await alert.getByText(USER_MESSAGES.wrongCode).waitFor();
    expect(bench.browser.takeComplaints()).toHaveLength(1);
    const boxOf = async (part: ReturnType<Page['locator']>) => {
      const box = await part.boundingBox();
      if (box === null) throw new Error('It is not shown.');
      return { top: box.y, bottom: box.y + box.height };
    };
    const message = await boxOf(alert);
    const others = [
      page.getByRole('heading', { level: 1 }),
      page.getByLabel('Code'),
      page.getByRole('status'),
    ];
    for (const part of others) {
      const box = await boxOf(part);
      expect(box.bottom <= message.top || box.top >= message.bottom).toBe(true);
    }
    await enterCode(page, code);
    await page.setViewportSize({ width: 375, height: 740 });
    await page.getByRole('button', { name: 'your account' }).click();
    await page.getByRole('link', { name: 'Log out', exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/login');
  });
});

describe('the link in the email', () => {
  it("opens its code's screen in any browser, stays out of the URL and the log, and works when the address is locked", async () => {
    const { email } = await makeUser(bench.orm);
    const asking = await visitor();
    await requestCode(asking, email);
    const { text } = await bench.app.mail.waitForEmailTo(email, 1);
    const code = await bench.app.mail.waitForCodeTo(email, 1);
    for (let tries = 0; tries < 5; tries += 1) {
      await fetch(`${bench.app.url}/api/login/code`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email, code: otherCode(code) }),
      });
    }
    await enterCode(asking, code);
    await asking.getByRole('alertdialog').getByText('Open the link in your latest email').waitFor();
    expect(bench.browser.takeComplaints()).toHaveLength(1);

    const page = await visitor();
    const opened = await page.goto(linkIn(text));
    const redirected = await opened?.request().redirectedFrom()?.response();
    expect(redirected?.headers()['referrer-policy']).toBe('no-referrer');
    expect(new URL(page.url()).search).toBe('?step=code');
    expect(await page.getByRole('status').innerText()).toBe(`We sent a code to ${email}.`);
    await page.goto('/manage');
    expect(new URL(page.url()).pathname).toBe('/login');
    await page.goto(linkIn(text));
    await enterCode(page, code);
    await page.waitForURL((url) => url.pathname === '/');
    const [, secret = ''] = linkIn(text).split('code=');
    expect(secret).toHaveLength(22);
    expect(bench.app.server.output()).not.toContain(secret);

    const later = await visitor({ javaScriptEnabled: false });
    await later.goto(linkIn(text));
    await later
      .getByText('That link has expired or was already used. Enter your email to get a new code.')
      .waitFor();
    expect(later.url()).not.toContain(secret);
    await later.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});

describe('an address of the form /#/…', () => {
  it('leads to its page, on load and from an open page, and to the login page for a visitor', async () => {
    const admin = await makeAdmin(bench.orm);
    const { school } = await bench.newSchool();
    const designation = await makeDesignation(bench.orm, {
      highSchoolId: school.id,
      academicYearId: bench.year.id,
      submittedById: admin.id,
      status: 'PENDING',
    });
    const page = await bench.pageOf(admin);
    await page.goto(`/#/designations/${designation.id}`);
    await page.waitForURL((url) => url.pathname === `/designations/${designation.id}`);
    expect(new URL(page.url()).hash).toBe('');
    await page.evaluate(() => {
      window.location.hash = '#/about';
    });
    await page.waitForURL((url) => url.pathname === '/about');

    const anonymous = await visitor();
    await anonymous.goto('/#/account');
    await anonymous.waitForURL((url) => url.searchParams.get('to') === '/account');
    expect(new URL(anonymous.url()).pathname).toBe('/login');
  });
});
