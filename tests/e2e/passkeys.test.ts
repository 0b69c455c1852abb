import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { PasskeyEntity } from '#db/entities/passkey.ts';
import { EventEntity } from '#db/entities/event.ts';
import { SessionEntity } from '#db/entities/session.ts';
import { makeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { otherCode } from '#tests/support/sign-in.server.ts';
import { addAuthenticator } from '#tests/support/virtual-authenticator.ts';

const bench = useDesignateApp({}, { hostname: 'localhost' });

const create = (page: Page) => page.getByRole('button', { name: 'Create passkey' });

/** Presses the button of the login page. Returns the request, for sending it again. */
async function signInByPasskey(page: Page): Promise<Request> {
  const sent = page.waitForRequest((request) => request.url().endsWith('/login/passkey'));
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  return sent;
}

/** Sends a sign-in again, as the same browser. */
async function statusOfRepeated(request: Request): Promise<number> {
  const { cookie = '', origin = '', 'content-type': type = '' } = await request.allHeaders();
  const headers = { Cookie: cookie, Origin: origin, 'Content-Type': type };
  const response = await fetch(request.url(), { method: 'POST', headers, body: request.postData() });
  return response.status;
}

describe('a passkey', () => {
  it("is added with a code from the email, signs in without an address, with the person's fingerprint or screen lock only, once per challenge, and is removed", async () => {
    const user = await makeUser(bench.orm);
    const page = await bench.pageOf(user);
    const device = await addAuthenticator(page);
    await page.goto('/account');
    await page.getByRole('link', { name: 'Manage passkeys' }).click();
    await page.getByText('No passkeys yet').waitFor();
    await waitForHydration(page);
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Email me a code' }).click();
    const code = await bench.app.mail.waitForCodeTo(user.email, 1);
    await page.getByLabel('Code').fill(otherCode(code));
    await page.getByLabel('Name').fill('Office laptop');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('That code is incorrect or has expired.').first().waitFor();
    bench.browser.takeComplaints();
    expect(await page.getByLabel('Name').inputValue()).toBe('Office laptop');
    await expectNoAxeViolations(page);
    await page.getByLabel('Code').fill(code);
    await page.getByRole('button', { name: 'Continue' }).click();
    await create(page).waitFor();
    await expectNoAxeViolations(page);
    await create(page).click();
    await page.getByText('The passkey “Office laptop” has been added.').waitFor();
    await page.getByRole('rowheader', { name: 'Office laptop' }).waitFor();
    await expectNoAxeViolations(page);
    const events = await bench.orm.em.fork().find(EventEntity, { kind: 'user.passkeyAdded' });
    expect(events.map(({ changes }) => changes)).toEqual([{ name: { from: '', to: 'Office laptop' } }]);

    await page.context().clearCookies();
    await page.goto('/login?to=%2Fabout');
    await waitForHydration(page);
    await expectNoAxeViolations(page);
    await device.setVerified(false);
    const button = page.getByRole('button', { name: 'Sign in with a passkey' });
    await button.click();
    await page.getByText('Waiting for your passkey…').waitFor({ state: 'detached' });
    await button.waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    expect(await bench.orm.em.fork().count(PasskeyEntity, { user: user.id, lastUsedAt: null })).toBe(1);
    await device.setVerified(true);
    const sent = await signInByPasskey(page);
    await page.waitForURL('**/about');
    const sessions = () => bench.orm.em.fork().count(SessionEntity, { user: user.id });
    const before = await sessions();
    expect(await statusOfRepeated(sent)).toBe(400);
    expect(await sessions()).toBe(before);
    await page.goto('/account/passkeys');
    expect(await page.getByRole('row', { name: 'Office laptop' }).innerText()).not.toContain('Never');
    await waitForHydration(page);
    await page.getByRole('button', { name: 'Remove Office laptop' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove passkey' }).click();
    await page.getByText('The passkey has been removed.').waitFor();
    await page.context().clearCookies();
    await page.goto('/login');
    await waitForHydration(page);
    await signInByPasskey(page);
    await page.getByText("That passkey wasn't accepted.").waitFor();
    bench.browser.takeComplaints();
    await expectNoAxeViolations(page);
    expect(await device.credentials()).toHaveLength(1);
  });
});
