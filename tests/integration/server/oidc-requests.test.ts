import { afterAll, describe, expect, it } from 'vitest';
import { findFreePort } from '#cli/embedded-postgres/free-port.server.ts';
import { SessionEntity } from '#db/entities/session.ts';
import { makeAdmin, type MadeUser, makeUser } from '#tests/factories/user-factory.server.ts';
import { startIdentityProvider } from '#tests/support/identity-provider.ts';
import { renderedBuild } from '#tests/support/scriptless-page.server.ts';
import { type Got, type ProductionApp, useProductionApp } from './production-app.ts';

const provider = await startIdentityProvider();
afterAll(() => provider.stop());

const build = await renderedBuild((error) => {
  throw error;
});
const settingsFor = (issuer: string) => ({
  APP_URL: 'http://localhost:3000',
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: provider.settings.clientId,
  OIDC_CLIENT_SECRET: provider.settings.clientSecret,
  OIDC_NAME: provider.settings.name,
});
const app = useProductionApp(build, settingsFor(provider.settings.issuer));
/** Nothing listens at its provider's address. */
const appAlone = useProductionApp(build, settingsFor(`http://127.0.0.1:${await findFreePort()}`));

/** A browser without scripts, by its cookies. */
function visitor({ get: request }: Pick<ProductionApp, 'get'> = app) {
  const cookies = new Map<string, string>();
  const get = async (path: string, headers: Record<string, string> = {}): Promise<Got> => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const got = await request(path, { Accept: 'text/html', Cookie: cookie, ...headers });
    for (const header of got.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return got;
  };
  return { cookies, get };
}

type Visitor = ReturnType<typeof visitor>;

/** Follows the link of the login page. */
async function followLink(browser: Visitor, login: string): Promise<Got> {
  const { body } = await browser.get(login);
  const [, link = ''] = /href="(\/login\/oidc[^"]*)"/.exec(body) ?? [];
  return browser.get(link.replaceAll('&amp;', '&'));
}

/** Follows the link of the login page, and signs in at the provider. Returns the path of its response. */
async function responseFor(browser: Visitor, user: MadeUser, login = '/login'): Promise<string> {
  provider.accounts.set(user.id, { email: user.email, email_verified: true });
  const started = await followLink(browser, login);
  const { pathname, search } = await provider.signIn(started.headers.location ?? '', user.id);
  return `${pathname}${search}`;
}

const locationOf = ({ status, headers }: Got) => [status, headers.location];

describe('single sign-on', () => {
  it('works without scripts, and leads to no other site afterwards', async () => {
    const admin = await makeAdmin(app.application.orm);
    const browser = visitor();
    const response = await responseFor(browser, admin, '/login?to=%2F%2Felsewhere.example.org');
    expect(locationOf(await browser.get(response))).toEqual([302, '/']);
    expect((await browser.get('/')).body).toMatch(/<h1[^>]*>Dashboard</);
  });

  it('refuses someone who is no administrator with one sentence and the other ways to sign in', async () => {
    const browser = visitor();
    const response = await responseFor(browser, await makeUser(app.application.orm));
    expect(locationOf(await browser.get(response))).toEqual([302, '/login?problem=refused']);
    const { body } = await browser.get('/login?problem=refused');
    expect(body).toContain('You can&#x27;t sign in here with Example University. Sign in another way.');
    expect(body).toContain('Send me a code');
  });

  it("isn't completed with a response that was used before, or that another browser received", async () => {
    const { orm } = app.application;
    const admin = await makeAdmin(orm);
    const sessions = () => orm.em.fork().count(SessionEntity, { user: admin.id });
    const [browser, other] = [visitor(), visitor()];
    const response = await responseFor(browser, admin);
    expect(locationOf(await other.get(response))).toEqual([302, '/login?problem=incomplete']);
    expect((await other.get('/login?problem=incomplete')).body).toContain('You weren&#x27;t signed in');
    expect(await sessions()).toBe(0);
    expect(locationOf(await browser.get(response))).toEqual([302, '/']);
    expect(await sessions()).toBe(1);
    for (const name of browser.cookies.keys()) if (name.includes('session')) browser.cookies.delete(name);
    expect(locationOf(await browser.get(response))).toEqual([302, '/login?problem=incomplete']);
    expect(await sessions()).toBe(1);
  });

  it("leads back to the login page if the provider isn't reachable", async () => {
    const browser = visitor(appAlone);
    const back = await followLink(browser, '/login?to=%2Fabout');
    expect(locationOf(back)).toEqual([302, '/login?to=%2Fabout&problem=unavailable']);
    expect((await browser.get(back.headers.location ?? '')).body).toContain(
      'Example University isn&#x27;t responding. Try again later, or sign in another way.',
    );
  });

  it('is refused if another site starts it', async () => {
    const start = (headers = {}) => visitor().get('/login/oidc', headers);
    expect((await start({ Origin: 'https://elsewhere.example.org' })).status).toBe(403);
    const started = await start();
    expect(started.status).toBe(302);
    expect(started.headers['set-cookie']).toEqual([
      expect.stringMatching(/^laurel_oidc=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
    expect((await app.send('HEAD', '/login/oidc/callback')).status).toBe(405);
  });
});
