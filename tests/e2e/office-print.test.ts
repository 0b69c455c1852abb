import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { recordBounce } from '#app/domain/bounces/bounced-addresses.server.ts';
import { inviteStaff } from '#app/domain/invites/create-invites.server.ts';
import { addSchoolNote } from '#app/domain/notes/internal-notes.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDesignateApp } from '#tests/support/designate-app.server.ts';

const bench = useDesignateApp();
/** What a sheet of US Letter paper leaves between its margins, in CSS pixels. */
const PAPER = { width: 695, height: 920 };
const PHONE = { width: 375, height: 740 };
const BOUNCED = ['own', 'staff', 'invited', 'recipient'].map(
  (name) => `${name}.of-the-office-of-admissions@department.of.a-long-district.example.org`,
);
let admin: MadeUser;
const ids: Record<string, string> = {};

beforeAll(async () => {
  const { orm, year } = bench;
  const [own = '', staff = '', invited = '', recipient = ''] = BOUNCED;
  admin = await makeAdmin(orm, { firstName: 'Marian', lastName: 'Whitfield', email: own });
  const school = await makeSchool(orm, { name: 'Elm High', phone: '(907) 555-0100' });
  const { user } = await makeCounselor(orm, [school.id], { email: staff });
  const designation = await makeDesignation(orm, {
    ...{ highSchoolId: school.id, academicYearId: year.id, submittedById: user.id },
    ...{ status: 'PENDING', classSize: 20, criteria: 'CUMULATIVE_GPA', students: 2 },
  });
  const templateId = await makeTemplate(orm);
  await inviteStaff(makeCtx({ orm }), { highSchoolId: school.id, email: invited });
  const emails = [staff, recipient].map((to) => ({ to, highSchoolIds: [school.id] }));
  const delivery = await makeDelivery(orm, { status: 'PAUSED', templateId, emails });
  Object.assign(ids, {
    ...{ school: school.id, user: user.id, designation: designation.id, year: year.id },
    ...{ template: templateId, delivery: delivery.id },
  });
  const ctx = makeCtx({ orm, actor: actorOf(admin) });
  await addSchoolNote(ctx, { highSchoolId: school.id, text: 'They moved.' });
  for (const email of BOUNCED) await recordBounce(ctx, { email, source: 'REPORT', reason: '' });
});

/** Returns the visible buttons, and the fields of forms in which nothing is filled in. */
function printedControls(): string[] {
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return element.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1;
  };
  const isFilled = (element: Element) =>
    element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type)
      ? element.checked
      : (element as HTMLInputElement).value !== '';
  // The titles of charts' numbers, and the lines of a list of students, look like text.
  const asText = '.chart-numbers > summary, .student-line';
  const buttons = [...document.querySelectorAll('button, .btn, summary, input[type=file]')].filter(
    (one) => isShown(one) && !one.matches(asText),
  );
  const empty = [...document.querySelectorAll('form')].flatMap((form) => {
    const fields = [...form.querySelectorAll('input, select, textarea')].filter(isShown);
    return fields.some(isFilled) ? [] : fields;
  });
  return [...buttons, ...empty].map((one) => one.outerHTML.slice(0, 120));
}

const PATHS = [
  ...['/', '/designations', '/designations/DESIGNATION', '/designations/DESIGNATION/messages'],
  ...['/designations/DESIGNATION/edit/students', '/designations/DESIGNATION/compare/students'],
  ...['/designations/duplicates', '/designations/profiles', '/highschools', '/highschools/SCHOOL'],
  ...['/highschools/create', '/highschools/import', '/users', '/users/USER', '/users/USER/merge'],
  ...['/users/USER/passkeys', '/users/USER/tokens', '/invites', '/emails', '/emails/TEMPLATE'],
  ...['/emails/TEMPLATE/send', '/emails/deliveries', '/emails/deliveries/DELIVERY', '/emails/reminders'],
  ...['/emails/notices', '/emails/notices/OFFICE_DIGEST', '/emails/bounces', '/years', '/years/YEAR'],
  ...['/years/rollover', '/settings', '/search', '/views', '/audit', '/statistics', '/statistics?by=school'],
  ...['/outstanding-schools', '/account', '/account/tokens', '/account/passkeys'],
];

/** How many warnings the pages with these addresses show. */
const WARNINGS: Readonly<Record<string, number>> = {
  '/users': 2,
  // One is about the email that informed staff of the invite.
  '/users/USER': 3,
  '/account': 1,
  '/invites': 1,
  // A staff member, an invite, and four emails in the log.
  '/highschools/SCHOOL': 6,
  '/manage/SCHOOL': 6,
  '/emails/deliveries/DELIVERY': 2,
  // All addresses on this page have bounced.
  '/emails/bounces': 0,
  // The reason for skipping the address.
  '/emails/TEMPLATE/send?target=ALL_HIGH_SCHOOLS': 1,
};

const pathOf = (pattern: string) =>
  pattern.replaceAll(/\/([A-Z]{4,})\b/g, (_, name: string) => `/${ids[name.toLowerCase()] ?? name}`);

/** Checks the open page on a phone. */
async function expectWarnings(page: Page, pattern: string): Promise<void> {
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize(PHONE);
  const warnings = await page.getByText('Address bounced', { exact: true }).count();
  const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  expect([pattern, warnings, scrollWidth]).toEqual([pattern, WARNINGS[pattern], PHONE.width]);
  await page.setViewportSize(PAPER);
  await page.emulateMedia({ media: 'print' });
}

it('every office page prints what it shows, without buttons and empty forms, within the width of the paper; long addresses that bounced have a warning and fit on a phone, wherever they are shown', async () => {
  const page = await bench.pageOf(admin, { viewport: PAPER, javaScriptEnabled: false });
  await page.emulateMedia({ media: 'print' });
  for (const path of PATHS) {
    expect((await page.goto(pathOf(path)))?.status(), path).toBe(200);
    expect(await page.getByRole('heading', { level: 1 }).isVisible(), path).toBe(true);
    expect(await page.evaluate(printedControls), path).toEqual([]);
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(tooWide, path).toBeLessThanOrEqual(0);
    const tables = await page
      .getByRole('main')
      .getByRole('table')
      .evaluateAll((all) => all.map((table) => table.getBoundingClientRect().width));
    expect(Math.max(0, ...tables), path).toBeLessThanOrEqual(PAPER.width);
    if (path in WARNINGS) await expectWarnings(page, path);
  }
  for (const path of Object.keys(WARNINGS).filter((one) => !PATHS.includes(one))) {
    await page.goto(pathOf(path));
    await expectWarnings(page, path);
  }
});
