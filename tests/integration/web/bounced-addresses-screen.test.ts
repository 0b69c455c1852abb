import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordBounce } from '#app/domain/bounces/bounced-addresses.server.ts';
import { loader as account } from '#app/routes/web/account/account.tsx';
import { loader as deliveryDetails } from '#app/routes/web/emails/delivery-details.tsx';
import { loader as schoolDetails } from '#app/routes/web/high-schools/highschool-details.tsx';
import { loader as inviteList } from '#app/routes/web/invites/invite-list.tsx';
import { loader as userDetails } from '#app/routes/web/users/user-details.tsx';
import { loader as userList } from '#app/routes/web/users/user-list.tsx';
import { inviteStaff, inviteUser } from '#app/domain/invites/create-invites.server.ts';
import { isRecord } from '#app/lib/records.ts';
import { EmailLogSchema } from '#app/schemas/delivery-screens.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { screenArgs } from '#tests/support/screen-args.server.ts';

const database = useDatabase();
let orm: Orm;
beforeAll(async () => {
  orm = await openOrm(database.url);
});
afterAll(() => orm.close(true));

function dataOf(loaded: unknown): Record<string, unknown> {
  const data = isRecord(loaded) && 'data' in loaded ? loaded['data'] : loaded;
  if (!isRecord(data)) throw new Error('A loader answers an object.');
  return data;
}

function warnedIn(log: unknown, addresses: readonly string[]): unknown[] {
  const { emails } = EmailLogSchema.parse(log);
  return addresses.map((email) => emails.find((logged) => logged.email === email)?.hasBounced);
}

/** Why these files show an address without a warning. */
const UNWARNED: Readonly<Record<string, string>> = {
  'components/audit/audit-table.tsx': 'it says who did something, not whom to write to',
  'components/site/no-school-yet.tsx': 'it tells people which address they signed in with',
  'components/site/warned-address.tsx': 'it is the warning',
  'components/designations/disclosure-table.tsx': 'it says who did something, not whom to write to',
  'components/designations/student-table.tsx': 'students get no emails',
  'components/emails/skipped-people-panel.tsx': 'its last column says why they are left out',
  'components/emails/audience-table.tsx': 'addresses that bounced are left out',
  'components/emails/send-panel.tsx': 'addresses that bounced are left out',
  'components/users/merge-choice.tsx': 'it tells two accounts apart',
  'components/users/merge-search.tsx': 'it tells two accounts apart',
  'components/years/rollover-check-list.tsx': 'its heading says that emails bounced',
  'routes/web/designations/duplicate-pair.tsx': 'students get no emails',
  'routes/web/emails/bounce-list.tsx': 'emails to all of them bounced',
  'routes/web/users/user-details.tsx': "the page's head has the warning",
};

it('this test covers every screen file that shows an email address', () => {
  const app = path.resolve(import.meta.dirname, '../../../app');
  const files = ['components', 'routes/web'].flatMap((folder) =>
    readdirSync(path.join(app, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file}`,
    ),
  );
  const showing = files.filter(
    (file) => file.endsWith('.tsx') && readFileSync(path.join(app, file), 'utf8').includes('<EmailAddress'),
  );
  expect(showing.toSorted()).toEqual(Object.keys(UNWARNED).toSorted());
});

it('screens warn about the addresses that bounced, wherever they are shown, and about no others', async () => {
  const admin = await makeAdmin(orm);
  const school = await makeSchool(orm);
  const addresses = ['gone@x.example.org', 'there@x.example.org'];
  const users = [];
  for (const email of addresses) users.push((await makeCounselor(orm, [school.id], { email })).user);
  const ctx = makeCtx({ orm });
  await inviteUser(ctx, { email: 'unread@x.example.org' });
  await inviteStaff(ctx, { highSchoolId: school.id, email: 'unstaffed@x.example.org' });
  for (const email of [
    'gone@x.example.org',
    'unread@x.example.org',
    'unstaffed@x.example.org',
    'else@x.example.org',
  ]) {
    await recordBounce(ctx, { email, source: 'REPORT', reason: '' });
  }
  const open = async (at: string, id?: string) => ({
    ...(await screenArgs({ orm, user: admin, path: at })),
    params: id === undefined ? {} : { id },
  });

  expect(dataOf(await userList(await open('/users')))['bounced']).toEqual(['gone@x.example.org']);
  expect(dataOf(await inviteList(await open('/invites')))['bounced']).toEqual([
    'unread@x.example.org',
    'unstaffed@x.example.org',
  ]);
  expect(dataOf(await schoolDetails(await open(`/highschools/${school.id}`, school.id)))['bounced']).toEqual([
    'gone@x.example.org',
    'unstaffed@x.example.org',
  ]);
  const warned = [];
  for (const { id } of users) {
    warned.push(dataOf(await userDetails(await open(`/users/${id}`, id)))['hasBounced']);
  }
  expect(warned).toEqual([true, false]);

  const emails = addresses.map((to) => ({ to, highSchoolIds: [school.id] }));
  const delivery = await makeDelivery(orm, { status: 'PAUSED', emails });
  const sent = dataOf(await deliveryDetails(await open(`/emails/deliveries/${delivery.id}`, delivery.id)));
  expect(sent['rows']).toMatchObject({ bounced: ['gone@x.example.org'], total: 2 });
  const log = dataOf(await schoolDetails(await open(`/highschools/${school.id}`, school.id)))['emails'];
  expect(warnedIn(log, addresses)).toEqual([true, false]);
  const inLogs = [];
  for (const { id, email } of users) {
    const { work } = dataOf(await userDetails(await open(`/users/${id}`, id)));
    inLogs.push(...warnedIn(isRecord(work) ? work['emails'] : null, [email]));
  }
  expect(inLogs).toEqual([true, false]);
  const own = [];
  for (const user of users) {
    const args = { ...(await screenArgs({ orm, user, path: '/account' })), params: {} };
    own.push(dataOf(await account(args))['hasBounced']);
  }
  expect(own).toEqual([true, false]);
});
