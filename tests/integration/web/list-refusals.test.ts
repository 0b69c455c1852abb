import { afterAll, beforeAll, expect, it } from 'vitest';
import { loader as loadAudit } from '#app/routes/web/audit/audit-log.tsx';
import { loader as loadDesignations } from '#app/routes/web/designations/designation-list.tsx';
import { loader as loadDeliveries } from '#app/routes/web/emails/delivery-list.tsx';
import { loader as loadSchools } from '#app/routes/web/high-schools/high-school-list.tsx';
import { loader as loadStatistics } from '#app/routes/web/statistics/statistics.tsx';
import { loader as loadUsers } from '#app/routes/web/users/user-list.tsx';
import { makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { screenArgs } from '#tests/support/screen-args.server.ts';

const database = useDatabase();
let orm: Orm;
let admin: MadeUser;

beforeAll(async () => {
  orm = await openOrm(database.url);
  await makeYear(orm);
  admin = await makeAdmin(orm);
});
afterAll(() => orm.close(true));

const LOADERS = {
  '/designations': loadDesignations,
  '/highschools': loadSchools,
  '/users': loadUsers,
  '/emails/deliveries': loadDeliveries,
  '/statistics': loadStatistics,
  '/audit': loadAudit,
};

/** Names of parameters and values of the REST API: camelCase words and codes. */
const API_NAMES = /\b[a-z]+[A-Z]\w*|\b[A-Z]{3,}\b/;

it.each([
  [
    '/designations',
    'academicYearId=x&criteria=x&status=LOST&highSchoolId=x&warnings=x&sort=x&direction=up&after=x&position=0',
    "Unable to filter designations: Academic year: This isn't a valid ID. Criteria: Choose one of the options. Status: Choose one of the options. High school: This isn't a valid ID. Warnings: Choose one of the options. Sort by: Choose one of the options. Direction: Choose one of the options. Page: This isn't a valid ID. Page: Must be at least 1.",
  ],
  [
    '/designations',
    `highSchoolName=${'x'.repeat(1000)}&beforeDate=x`,
    'Unable to filter designations: High school: Must be at most 200 characters. Updated to: Choose a date.',
  ],
  [
    '/highschools',
    'bannerCode=a%09b&sort=x&page=0',
    'Unable to filter high schools: Banner code: This contains hidden characters. Type it instead of pasting it. Sort by: Choose one of the options. Page: Must be at least 1.',
  ],
  [
    '/users',
    `firstName=${'x'.repeat(1000)}&flags=x&highSchools=x&withDeleted=x`,
    "Unable to filter users: First name: Must be at most 100 characters. Flags: Choose one of the options. High school: This isn't a valid ID. Show deleted users: Must be true or false.",
  ],
  [
    '/emails/deliveries',
    `email=${'x'.repeat(1000)}&sort=name`,
    'Unable to filter emails: Recipient: Must be at most 254 characters. Sort by: Choose one of the options.',
  ],
  [
    '/statistics',
    'by=state&academicYearId=x',
    "Unable to filter statistics: Group by: Choose one of the options. Academic year: This isn't a valid ID.",
  ],
  [
    '/audit',
    'studentId=x&type=x&kind=x',
    "Unable to filter the audit log: Student ID: This isn't a valid ID. Type: Choose one of the options.",
  ],
] as const)('%s: names what is wrong with the labels of the screen', async (path, query, refusal) => {
  const answer = await LOADERS[path](await screenArgs({ orm, user: admin, path: `${path}?${query}` }));
  expect(answer).toMatchObject({ init: { status: 400 }, data: { refusal } });
  expect(refusal).not.toMatch(API_NAMES);
});
