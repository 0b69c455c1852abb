import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { parseSettings } from '#app/config/env.server.ts';
import { startSession } from '#app/domain/auth/sessions.server.ts';
import { sessionCookieHeader } from '#app/server/session-cookie.server.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import {
  makeSchool,
  type MadeSchool,
  makeYear,
  type MadeYear,
} from '#tests/factories/school-factory.server.ts';
import { makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { type TestBrowser, useBrowser, type VisitorOptions } from '#tests/support/browser.ts';
import { type RunningApp, useRunningApp } from '#tests/support/running-app.ts';

/** The built application, a browser, and the database behind both, for tests of the designate screens. */
export interface DesignateApp {
  readonly app: RunningApp;
  readonly browser: TestBrowser;
  readonly orm: Orm;
  /** The active year. */
  readonly year: MadeYear;
  /** A new school and a new counselor of it. */
  newSchool(): Promise<{ school: MadeSchool; counselor: MadeUser }>;
  /** A page of a visitor who has signed in as this user. */
  pageOf(user: { id: string }, options?: VisitorOptions & BrowserContextOptions): Promise<Page>;
  /** The address of a step for a school in the active year. */
  step(name: string, school: { id: string }): string;
}

const SESSION_SECRET = 'a secret of the tests of the designate screens';

export function useDesignateApp(env: Record<string, string> = {}): DesignateApp {
  const app = useRunningApp({ SESSION_SECRET, ...env });
  const browser = useBrowser();
  let opened: { orm: Orm; year: MadeYear } | undefined;

  beforeAll(async () => {
    const orm = await openOrm(app.databaseUrl);
    opened = { orm, year: await makeYear(orm) };
  });
  afterAll(() => opened?.orm.close(true));

  const open = () => {
    if (opened === undefined) throw new Error('The application runs only while hooks and tests run.');
    return opened;
  };
  return {
    app,
    browser,
    get orm() {
      return open().orm;
    },
    get year() {
      return open().year;
    },
    newSchool: async () => {
      const school = await makeSchool(open().orm);
      const { user } = await makeCounselor(open().orm, [school.id]);
      return { school, counselor: user };
    },
    pageOf: async (user, options) => {
      const page = await browser.newPage({ baseURL: app.url, ...options });
      await signIn(page, open().orm, app.url, user.id);
      return page;
    },
    step: (name, school) =>
      `/designate/${name}?${new URLSearchParams({ school: school.id, year: open().year.id }).toString()}`,
  };
}

/** Gives the browser a genuine session of this user, in place of whichever it had. */
export async function signIn(page: Page, orm: Orm, url: string, userId: string): Promise<void> {
  const { secret } = await startSession(
    { em: orm.em.fork(), now: () => new Date() },
    { owner: { userId }, client: { clientAddress: '127.0.0.1', userAgent: 'tests' } },
  );
  const settings = parseSettings({ NODE_ENV: 'test', SESSION_SECRET });
  const [pair = ''] = (await sessionCookieHeader(secret, settings)).split(';');
  const at = pair.indexOf('=');
  await page.context().addCookies([{ name: pair.slice(0, at), value: pair.slice(at + 1), url }]);
}
