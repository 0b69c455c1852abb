import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { PasskeyChallengeEntity } from '#db/entities/passkey-challenge.ts';
import { PasskeyEntity } from '#db/entities/passkey.ts';
import { EventEntity } from '#db/entities/event.ts';
import { SessionEntity } from '#db/entities/session.ts';
import { makeAdmin, makeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { otherCode } from '#tests/support/sign-in.server.ts';
import { addAuthenticator } from '#tests/support/virtual-authenticator.ts';

const bench = useDesignateApp({}, { hostname: 'localhost' });

const visitor = () => bench.browser.newPage({ baseURL: bench.app.url });
const create = (page: Page) => page.getByRole('button', { name: 'Create passkey' });

/** Adds a passkey on the page of a signed-in person. */
async function addPasskey(page: Page, { email }: { email: string }, name: string): Promise<void> {
  await page.goto('/account/passkeys');
  await waitForHydration(page);
  const sent = bench.app.mail.emailsTo(email).length;
  await page.getByRole('button', { name: 'Email me a code' }).click();
  const code = await bench.app.mail.waitForCodeTo(email, sent + 1);
  await page.getByLabel('Code').fill(code);
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
  await create(page).click();
  await page.getByText(`The passkey “${name}” has been added.`).waitFor();
}

/** Signs in on another visitor's page that has the passkeys. Returns the request, for sending it again. */
async function signInByPasskey(page: Page): Promise<Request> {
  await page.goto('/login');
  await waitForHydration(page);
  const sent = page.waitForRequest((request) => request.url().endsWith('/login/passkey'));
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  return sent;
}

describe('a passkey', () => {
  it('is added with a code from the email, signs in without an address, and is removed', async () => {
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
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL('**/about');
    await page.goto('/account/passkeys');
    expect(await page.getByRole('row', { name: 'Office laptop' }).innerText()).not.toContain('Never');
    await waitForHydration(page);
    await page.getByRole('button', { name: 'Remove Office laptop' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove passkey' }).click();
    await page.getByText('The passkey has been removed.').waitFor();
    await page.context().clearCookies();
    await signInByPasskey(page);
    await page.getByText("That passkey wasn't accepted.").waitFor();
    bench.browser.takeComplaints();
    await expectNoAxeViolations(page);
    expect(await device.credentials()).toHaveLength(1);
  });

  it("doesn't sign in without the person's fingerprint or screen lock", async () => {
    const user = await makeUser(bench.orm);
    const page = await bench.pageOf(user);
    const device = await addAuthenticator(page);
    await addPasskey(page, user, 'Phone');
    await page.context().clearCookies();
    await device.setVerified(false);
    await page.goto('/login');
    await waitForHydration(page);
    const button = page.getByRole('button', { name: 'Sign in with a passkey' });
    await button.click();
    await page.getByText('Waiting for your passkey…').waitFor({ state: 'detached' });
    await button.waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    expect(await bench.orm.em.fork().count(PasskeyEntity, { user: user.id, lastUsedAt: null })).toBe(1);
  });

  it("signs in once per challenge: its answer isn't accepted again, on another site, or after it expired", async () => {
    const user = await makeUser(bench.orm);
    const page = await bench.pageOf(user);
    const device = await addAuthenticator(page);
    await addPasskey(page, user, 'Laptop');
    const [copied] = await device.credentials();
    await page.context().clearCookies();
    const used = await signInByPasskey(page);
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    const sentBody = used.postData() ?? '';
    const browserCookie = (await page.context().cookies()).find(({ name }) => name.includes('browser'));
    const send = (body: string, headers: Record<string, string> = {}) =>
      fetch(new URL('/login/passkey', bench.app.url), {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Origin: bench.app.url,
          Cookie: `${browserCookie?.name}=${browserCookie?.value}`,
          ...headers,
        },
        body,
      });
    const sessions = () => bench.orm.em.fork().count(SessionEntity, { user: user.id });
    const before = await sessions();
    expect((await send(sentBody)).status).toBe(400);

    // An assertion that was stopped on its way can be sent once, by the same browser, until it is too late.
    const stopped = async () => {
      await page.goto('about:blank');
      await page.context().clearCookies({ name: /session/ });
      await page.route('**/login/passkey', (route) => route.abort());
      const { assertion } = JSON.parse((await signInByPasskey(page)).postData() ?? '{}') as {
        assertion: object;
      };
      await page.getByText('Error: Failed to fetch').waitFor();
      await page.unroute('**/login/passkey');
      bench.browser.takeComplaints();
      return JSON.stringify({ assertion });
    };
    const elsewhere = await stopped();
    expect((await send(elsewhere, { Origin: 'https://elsewhere.example.org' })).status).toBe(403);
    expect((await send(elsewhere, { Cookie: '' })).status).toBe(400);
    const late = await stopped();
    await bench.orm.em.fork().nativeUpdate(PasskeyChallengeEntity, {}, { expiresAt: new Date(0) });
    expect((await send(late)).status).toBe(400);
    expect(await sessions()).toBe(before);
    const statuses = await stopped().then((once) =>
      Promise.all(Array.from({ length: 5 }, async () => (await send(once)).status)),
    );
    expect(statuses.toSorted()).toEqual([200, 400, 400, 400, 400]);
    expect(await sessions()).toBe(before + 1);

    // A copy of the device that lags behind has a lower count.
    const other = await visitor();
    const clone = await addAuthenticator(other);
    await clone.add(copied ?? {});
    await signInByPasskey(other);
    await other.getByText("That passkey wasn't accepted.").waitFor();
    bench.browser.takeComplaints();
  });

  it('is removed by an administrator on the page of the person', async () => {
    const user = await makeUser(bench.orm);
    const page = await bench.pageOf(user);
    await addAuthenticator(page);
    await addPasskey(page, user, 'Old phone');
    const admin = await bench.pageOf(await makeAdmin(bench.orm));
    await admin.goto(`/users/${user.id}`);
    await admin.getByRole('link', { name: 'Manage passkeys' }).click();
    await admin.getByRole('rowheader', { name: 'Old phone' }).waitFor();
    await waitForHydration(admin);
    await expectNoAxeViolations(admin);
    expect(await admin.getByRole('button', { name: 'Email me a code' }).count()).toBe(0);
    await admin.getByRole('button', { name: 'Remove Old phone' }).click();
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Remove passkey' }).click();
    await admin.getByText('The passkey has been removed.').waitFor();
    expect(await bench.orm.em.fork().count(PasskeyEntity, { user: user.id })).toBe(0);
  });
});
