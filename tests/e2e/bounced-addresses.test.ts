import { beforeAll, expect, it } from 'vitest';
import { recordBounce } from '#app/domain/bounces/bounced-addresses.server.ts';
import { inviteStaff } from '#app/domain/invites/create-invites.server.ts';
import { makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDesignateApp } from '#tests/support/designate-app.server.ts';

const bench = useDesignateApp();
const long = (name: string) =>
  `${name}.of-the-office-of-admissions@department.of.a-long-district.example.org`;
const [OWN, STAFF, INVITED, RECIPIENT] = ['own', 'staff', 'invited', 'recipient'].map(long) as [
  string,
  string,
  string,
  string,
];

let admin: MadeUser;
let pages: readonly (readonly [path: string, warnings: number])[];

beforeAll(async () => {
  const { orm } = bench;
  const school = await makeSchool(orm);
  admin = await makeAdmin(orm, { email: OWN });
  const { user } = await makeCounselor(orm, [school.id], { email: STAFF });
  const ctx = makeCtx({ orm });
  await inviteStaff(ctx, { highSchoolId: school.id, email: INVITED });
  const emails = [STAFF, RECIPIENT].map((to) => ({ to, highSchoolIds: [school.id] }));
  const delivery = await makeDelivery(orm, { status: 'PAUSED', emails });
  const templateId = await makeTemplate(orm);
  for (const email of [OWN, STAFF, INVITED, RECIPIENT])
    await recordBounce(ctx, { email, source: 'REPORT', reason: '' });

  pages = [
    ['/users', 2],
    // One is about the email that informed staff of the invite.
    [`/users/${user.id}`, 3],
    ['/account', 1],
    ['/invites', 1],
    // A staff member, an invite, and four emails in the log.
    [`/highschools/${school.id}`, 6],
    [`/manage/${school.id}`, 6],
    [`/emails/deliveries/${delivery.id}`, 2],
    // All addresses on this page have bounced.
    ['/emails/bounces', 0],
    // The reason for skipping the address.
    [`/emails/${templateId}/send?target=ALL_HIGH_SCHOOLS`, 1],
  ];
});

it('a long address that bounced has a warning and fits on a phone, wherever it is shown', async () => {
  const page = await bench.pageOf(admin, { viewport: { width: 375, height: 740 }, javaScriptEnabled: false });
  const found: [string, number, boolean][] = [];
  for (const [path] of pages) {
    await page.goto(path);
    const warnings = await page.getByText('Address bounced', { exact: true }).count();
    const isTooWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    found.push([path, warnings, isTooWide]);
  }
  expect(found).toEqual(pages.map(([path, warnings]) => [path, warnings, false]));
});
