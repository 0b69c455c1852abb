import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { SAVE_PAUSE_MS } from '#app/components/designate/draft/autosave.ts';
import { parseSettings } from '#app/config/env.server.ts';
import { startSession } from '#app/domain/auth/sessions.server.ts';
import type { StudentInput } from '#app/schemas/student.ts';
import { sessionCookieHeader } from '#app/server/cookies.server.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import {
  makeSchool,
  type MadeSchool,
  makeYear,
  type MadeYear,
} from '#tests/factories/school-factory.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { type TestBrowser, useBrowser, type VisitorOptions } from '#tests/support/browser.ts';
import { type RunningApp, SESSION_SECRET, useRunningApp } from '#tests/support/running-app.ts';
import type { ServerVariant } from '#tests/support/server-process.ts';

/** The built application, a browser, and the database, for tests of the designate screens. */
export interface DesignateApp {
  readonly app: RunningApp;
  readonly browser: TestBrowser;
  readonly orm: Orm;
  readonly year: MadeYear;
  newSchool(): Promise<{ school: MadeSchool; counselor: MadeUser }>;
  /** Opens a page whose visitor is signed in as this user. */
  pageOf(user: { id: string }, options?: VisitorOptions): Promise<Page>;
  /** Switches the page's visitor to another user, as logging out and signing in would. */
  signIn(page: Page, user: { id: string }): Promise<void>;
  /** Returns the URL path of a step for a school in the active year. */
  step(name: string, school: { id: string }): string;
  /** Opens a step and waits for hydration. */
  open(page: Page, name: string, school: { id: string }): Promise<void>;
}

/** Starts the application for a file or `describe`, and closes it afterwards. `env` overrides settings. */
export function useDesignateApp(env: Record<string, string> = {}, variant?: ServerVariant): DesignateApp {
  const app = useRunningApp(env, variant);
  const browser = useBrowser();
  let opened: { orm: Orm; year: MadeYear } | undefined;

  beforeAll(async () => {
    const orm = await openOrm(app.databaseUrl);
    opened = { orm, year: await makeYear(orm) };
  });
  afterAll(() => opened?.orm.close(true));

  const running = () => {
    if (opened === undefined) throw new Error('The application runs only while hooks and tests run.');
    return opened;
  };
  const signIn = (page: Page, user: { id: string }) => setSession(page, running().orm, app.url, user.id);
  const step = (name: string, school: { id: string }) =>
    `/designate/${name}?${new URLSearchParams({ school: school.id, year: running().year.id }).toString()}`;
  return {
    app,
    browser,
    get orm() {
      return running().orm;
    },
    get year() {
      return running().year;
    },
    newSchool: async () => {
      const school = await makeSchool(running().orm);
      const { user } = await makeCounselor(running().orm, [school.id]);
      return { school, counselor: user };
    },
    pageOf: async (user, options) => {
      const page = await browser.newPage({ baseURL: app.url, ...options });
      await signIn(page, user);
      return page;
    },
    signIn,
    step,
    open: async (page, name, school) => {
      await page.goto(step(name, school));
      await waitForHydration(page);
    },
  };
}

async function setSession(page: Page, orm: Orm, url: string, userId: string): Promise<void> {
  const { secret } = await startSession(
    { em: orm.em.fork(), now: () => new Date() },
    { owner: { userId }, client: { clientAddress: '127.0.0.1', userAgent: 'tests' } },
  );
  const settings = parseSettings({ NODE_ENV: 'test', SESSION_SECRET });
  const [pair = ''] = (await sessionCookieHeader(secret, settings)).split(';');
  const at = pair.indexOf('=');
  await page.context().addCookies([{ name: pair.slice(0, at), value: pair.slice(at + 1), url }]);
}

/** Opens a page whose visitor is signed in as this user, and whose clock `passTypingPause` moves. */
export async function editorPage(
  bench: DesignateApp,
  user: { id: string },
  options?: VisitorOptions,
): Promise<Page> {
  const page = await bench.pageOf(user, options);
  await page.clock.install();
  return page;
}

/** Passes the pause after which what was typed is saved, so that no test waits for it. */
export const passTypingPause = (page: Page) => page.clock.runFor(SAVE_PAUSE_MS);

/** Opens the students step of a new school, with a class size for this many positions. */
export async function openStudentsStep(
  bench: DesignateApp,
  given: { positions: number; students?: Parameters<typeof makeDesignation>[1]['students'] },
  options?: VisitorOptions,
): Promise<{ page: Page; school: MadeSchool; counselor: MadeUser }> {
  const { school, counselor } = await bench.newSchool();
  await makeDesignation(bench.orm, {
    highSchoolId: school.id,
    academicYearId: bench.year.id,
    submittedById: counselor.id,
    classSize: given.positions * 10,
    criteria: 'CUMULATIVE_GPA',
    students: given.students ?? 0,
  });
  const page = await editorPage(bench, counselor, options);
  await bench.open(page, 'students', school);
  return { page, school, counselor };
}

/** A script whose responses wait until the test releases them. */
export interface HeldScript {
  /** Returns how often pages have requested it. */
  requests(): number;
  /** Lets it load, also when it's requested again. */
  release(): void;
}

/**
 * Holds a script back until the test releases it, as on a slow connection.
 * @param name that of its built file, without the hash
 */
export async function holdScript(
  page: Page,
  name: 'designate-validation' | 'draft-services' | '*',
): Promise<HeldScript> {
  let requests = 0;
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**/${name}-*.js`, async (route) => {
    requests += 1;
    await released;
    await route.continue();
  });
  return { requests: () => requests, release };
}

/** Waits until React has hydrated the whole page. What is typed into an input before goes unnoticed. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector('main h1');
    if (heading === null || !Object.keys(heading).some((key) => key.startsWith('__react'))) return false;
    const root = Object.entries(document).find(([key]) => key.startsWith('__reactContainer'))?.[1] as
      { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } } | undefined;
    return root?.stateNode.current.memoizedState.isDehydrated === false;
  });
}

/** Signs in on the open login page with the emailed code. */
export async function signInByCode(bench: DesignateApp, page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await page.getByLabel('Code').fill(await bench.app.mail.waitForCodeTo(email, 1));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

/** Waits for a step's heading. */
export async function expectStep(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
}

/** Accepts the terms and continues. */
export async function agree(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'I have read and agree' }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Fills in the method step and continues. */
export async function chooseMethod(
  page: Page,
  classSize: number,
  criteria = 'Cumulative GPA',
): Promise<void> {
  await page.getByLabel('Class size').fill(String(classSize));
  await page.getByRole('radio', { name: criteria, exact: true }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Returns the form of the student at this position, from 1. */
export function studentForm(page: Page, index: number) {
  return page.getByRole('group', { name: new RegExp(`^Student ${index} of `) });
}

/** Returns the collapsed line of the student at this position, from 1. */
export function studentLine(page: Page, index: number) {
  return page.getByRole('button', { name: new RegExp(`^Student ${index} `) });
}

/** Returns the positions of a student list, expanded and collapsed. */
export const studentSlots = (page: Page) => page.locator('.student-slot');

/** Expands the form of the student at this position, from 1, if necessary. */
export async function openStudent(page: Page, index: number) {
  const form = studentForm(page, index);
  const line = studentLine(page, index);
  await form.or(line).first().waitFor();
  if (!(await form.isVisible())) await line.click();
  await form.waitFor();
  return form;
}

/** Types a student into the form at this position, from 1. */
export async function enterStudent(page: Page, index: number, student: StudentInput): Promise<void> {
  const form = await openStudent(page, index);
  await form.getByLabel('First name').fill(student.first);
  await form.getByLabel('Last name').fill(student.last);
  await form.getByLabel('Date of birth').fill(student.dateOfBirth);
  await form.getByLabel('Phone').fill(student.phone);
  await form.getByLabel('Email', { exact: true }).fill(student.email);
  await form.getByLabel('Address 1').fill(student.address.address1);
  await form.getByLabel('City').fill(student.address.city);
  await form.getByLabel('Zipcode').fill(student.address.zip5);
}

/** Clicks Submit and confirms the dialog, whose text is from the specification. */
export async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  const dialog = page.getByRole('alertdialog');
  expect(await dialog.innerText()).toContain(
    'Corrections will be allowed while in Pending status only. Once the status changes to Approved, no changes can be made.',
  );
  await dialog.getByRole('button', { name: 'Submit designation' }).click();
}

/** Waits until the browser's localStorage contains this text. */
export async function untilStored(page: Page, text: string): Promise<void> {
  await page.waitForFunction((part) => Object.values(window.localStorage).join().includes(part), text);
}

/** Returns the drafts in the browser's localStorage, by key. */
export async function storedDrafts(page: Page): Promise<Record<string, string>> {
  const entries = await page.evaluate(() =>
    Object.keys(window.localStorage).map((key) => [key, window.localStorage.getItem(key) ?? ''] as const),
  );
  return Object.fromEntries(entries.filter(([key]) => key.startsWith('laurel:draft:')));
}
