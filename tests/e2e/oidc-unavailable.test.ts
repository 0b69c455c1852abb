import { expect, it } from 'vitest';
import { findFreePort } from '#cli/embedded-postgres/free-port.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { signInByCode, waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';

/** Nothing listens at the provider's address. */
const bench = useDesignateApp(
  {
    OIDC_ISSUER: `http://127.0.0.1:${await findFreePort()}`,
    OIDC_CLIENT_ID: 'laurel',
    OIDC_CLIENT_SECRET: 'a secret of the tests',
    OIDC_NAME: 'Example University',
  },
  { hostname: 'localhost' },
);

it("single sign-on leads back to the login page if the provider isn't reachable, and a code works there", async () => {
  const admin = await makeAdmin(bench.orm);
  const page = await bench.browser.newPage({ baseURL: bench.app.url });
  await page.goto('/login?to=%2Fabout');
  await page.getByRole('link', { name: 'Sign in with Example University' }).click();
  await page
    .getByText("Example University isn't responding. Try again later, or sign in another way.")
    .waitFor();
  await waitForHydration(page);
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  await signInByCode(bench, page, admin.email);
  expect(new URL(page.url()).pathname).toBe('/about');
});
