import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { EventEntity } from '#db/entities/event.ts';
import { LinkedIdentityEntity } from '#db/entities/linked-identity.ts';
import { SessionEntity } from '#db/entities/session.ts';
import { makeAdmin, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { signInByCode, waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { startIdentityProvider } from '#tests/support/identity-provider.ts';

const provider = await startIdentityProvider();
afterAll(() => provider.stop());

const bench = useDesignateApp(
  {
    OIDC_ISSUER: provider.settings.issuer,
    OIDC_CLIENT_ID: provider.settings.clientId,
    OIDC_CLIENT_SECRET: provider.settings.clientSecret,
    OIDC_NAME: provider.settings.name,
  },
  { hostname: 'localhost' },
);

/** Opens a page. The provider's sign-in page wants a font from elsewhere, which it doesn't get. */
async function visitor(): Promise<Page> {
  const page = await bench.browser.newPage({ baseURL: bench.app.url });
  await page
    .context()
    .route('https://fonts.googleapis.com/**', (route) =>
      route.fulfill({ contentType: 'text/css', body: '' }),
    );
  return page;
}

const identities = () => bench.orm.em.fork().find(LinkedIdentityEntity, {});
const link = (page: Page) => page.getByRole('link', { name: 'Sign in with Example University' });

/** Signs in on the provider's own pages. */
async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.waitForURL((url) => url.origin === provider.settings.issuer);
  await page.locator('input[name="login"]').fill(login);
  await page.locator('input[name="password"]').fill('any password');
  await page.locator('button[type="submit"]').click();
}

/** Gives an administrator an account at the provider, whose login name is returned. */
function accountOf({ id, email }: MadeUser): string {
  provider.accounts.set(id, { email, email_verified: true });
  return id;
}

describe('single sign-on', () => {
  it('signs an administrator in, links the account, asks for the password again before an export even if the provider still knows the person, and is removed in Account Settings', async () => {
    const admin = await makeAdmin(bench.orm);
    const login = accountOf(admin);
    const page = await visitor();
    await page.goto('/login?to=%2Fusers');
    await waitForHydration(page);
    await expectNoAxeViolations(page);
    await link(page).click();
    await signInAtProvider(page, login);
    await page.waitForURL('**/users');
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    expect((await identities()).map(({ user, subject }) => [user.id, subject])).toEqual([[admin.id, login]]);
    const cookies = await page.context().cookies(bench.app.url);
    expect(cookies.map(({ name }) => name).filter((name) => name.includes('oidc'))).toEqual([]);
    expect(bench.app.server.output()).not.toMatch(/[?&](?:code|state)=/);
    await expect
      .poll(() => bench.app.mail.emailsTo(admin.email).map(({ subject }) => subject))
      .toEqual(['Your Scholars account is now linked to Example University']);

    const ended = new Date(Date.now() - 31 * 60_000);
    await bench.orm.em.fork().nativeUpdate(SessionEntity, { user: admin.id }, { provenAt: ended });
    await page.goto('/login?to=%2Fabout&again=1');
    await link(page).click();
    await signInAtProvider(page, login);
    await page.waitForURL('**/about');
    const [session] = await bench.orm.em.fork().find(SessionEntity, { user: admin.id });
    expect(session?.provenAt?.getTime()).toBeGreaterThan(Date.now() - 60_000);

    // Without the proof, the provider's own session is enough to sign in again.
    await page.context().clearCookies({ name: /laurel/ });
    await page.goto('/login?to=%2Faccount');
    await link(page).click();
    await page.waitForURL('**/account');
    await waitForHydration(page);
    await page.getByText('Linked to Example University since').waitFor();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Remove single sign-on' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove single sign-on' }).click();
    await page.getByText('Single sign-on has been removed.').waitFor();
    await page.getByText('You can also sign in with Example University.').waitFor();
    await expectNoAxeViolations(page);
    expect(await identities()).toEqual([]);
    const events = await bench.orm.em.fork().find(EventEntity, { subjectId: admin.id });
    expect(events.map(({ kind }) => kind).toSorted()).toEqual([
      'user.identityLinked',
      'user.identityRemoved',
    ]);
  });

  it('that the provider could not complete is followed by the other ways to sign in, of which a code leads to the requested page', async () => {
    const admin = await makeAdmin(bench.orm);
    const page = await visitor();
    await page.goto('/login?to=%2Fabout&problem=unavailable');
    await page
      .getByText("Example University isn't responding. Try again later, or sign in another way.")
      .waitFor();
    await waitForHydration(page);
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    await signInByCode(bench, page, admin.email);
    expect(new URL(page.url()).pathname).toBe('/about');
  });
});
