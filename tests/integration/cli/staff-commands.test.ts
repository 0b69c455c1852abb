import { beforeEach, describe, expect, it } from 'vitest';
import { AccessRequestEntity } from '#db/entities/access-request.ts';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolStaffInviteEntity } from '#db/entities/high-school-staff-invite.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeAccessRequest } from '#tests/factories/access-request-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeInvite, makeUser } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { watchRows } from '#tests/support/row-snapshot.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { callLaurel } from './call-laurel.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const SCHOOL = 'Aurora High School';
const database = useDatabase('each test');
let orm: Orm;
let schoolId: string;
let kimId: string;

beforeEach(async () => {
  orm = await database.openOrm();
  schoolId = (await makeSchool(orm, { name: SCHOOL })).id;
  await makeCounselor(orm, [schoolId], { email: 'lee@example.org', firstName: 'Lee', lastName: 'Abel' });
  const kim = { email: 'kim@example.org', firstName: 'Kim', lastName: 'Winter' };
  kimId = (await makeUser(orm, kim)).id;
});

const laurel = (...args: string[]) => callLaurel(database.url, args);
const staff = (...args: string[]) => laurel('staff', ...args);
const positions = async () =>
  (await storedRows(orm, HighSchoolStaffEntity, ['user', 'position'], { where: { user: kimId } })).map(
    ({ position }) => position,
  );
const kinds = async (subjectId: string) =>
  (
    await storedRows(orm, EventEntity, ['kind', 'channel'], { where: { subjectId }, orderBy: { at: 'asc' } })
  ).map(({ kind, channel }) => `${channel} ${kind}`);
const mailedTo = async () =>
  (await storedRows(orm, OutboxMailEntity, ['toAddress'])).map(({ toAddress }) => toAddress);

describe('laurel staff add, edit, and remove', () => {
  it('add someone, change the position, and remove them, once each', async () => {
    const add = (...more: string[]) =>
      staff('add', SCHOOL, 'kim@example.org', '--position', 'COUNSELOR', ...more);
    expect((await add()).stderr).toContain(
      'Add Kim Winter <kim@example.org> to the staff of Aurora High School (position: Counselor)?',
    );
    expect((await add('--dry-run')).stderr).toMatch(/^Would add Kim Winter /);
    expect(await positions()).toEqual([]);
    const { email } = await makeAdmin(orm);
    expect((await add('--yes', '--as', email)).stderr).toMatch(/^Added Kim Winter /);
    expect(await positions()).toEqual(['COUNSELOR']);
    expect(await mailedTo()).toContain('kim@example.org');
    expect((await add('--yes')).code).toBe(3);
    const edit = () => staff('edit', SCHOOL, kimId, '--position', 'PRINCIPAL', '--yes');
    expect((await edit()).stderr).toContain(' from Counselor to Principal.');
    expect(await positions()).toEqual(['PRINCIPAL']);
    expect((await edit()).code).toBe(3);
    expect(await staff('add', SCHOOL, kimId, '--position', 'STAFF', '--yes')).toMatchObject({
      ...{ code: 1, stderr: 'kim@example.org is already on the staff of Aurora High School.\n' },
    });
    const remove = (...more: string[]) => staff('remove', SCHOOL, 'kim@example.org', ...more);
    expect((await remove()).stderr).toContain(
      'Are you sure you want to remove Kim Winter <kim@example.org> from the staff of Aurora High School?',
    );
    expect((await remove('--yes')).stderr).toBe('Successfully removed staff member from school.\n');
    expect(await positions()).toEqual([]);
    expect((await remove('--yes')).code).toBe(3);
    expect(await kinds(kimId)).toEqual(['CLI staff.added', 'CLI staff.changed', 'CLI staff.removed']);
    expect((await staff('remove', SCHOOL, 'lee@example.org')).stderr).toContain(
      'This school will have no one left to submit a designation.',
    );
  });

  it('refuse an unknown user or school, and anyone but an administrator', async () => {
    const snapshot = await watchRows(orm);
    const position = ['--position', 'STAFF', '--yes'];
    expect((await staff('add', SCHOOL, 'nobody@example.org', ...position)).stderr).toBe(
      'No user has the email address or ID nobody@example.org. To see all users, run `laurel users list`.\n',
    );
    expect((await staff('add', 'Nowhere', kimId, ...position)).code).toBe(1);
    expect((await staff('add', SCHOOL, kimId, ...position, '--as', 'lee@example.org')).code).toBe(1);
    expect((await staff('edit', SCHOOL, kimId, ...position)).stderr).toBe(
      "Kim Winter <kim@example.org> isn't on the staff of Aurora High School.\n",
    );
    expect((await staff('remove', SCHOOL, 'lee@example.org', '--yes', '--as', 'lee@example.org')).code).toBe(
      1,
    );
    expect((await staff('add', SCHOOL, kimId, '--position', 'JANITOR')).code).toBe(2);
    expect(await snapshot.changed()).toEqual([]);
  });
});

describe('laurel staff invite, resend-invite, and remove-invite', () => {
  const invites = async () =>
    (await storedRows(orm, HighSchoolStaffInviteEntity, ['position'])).map(({ position }) => position);

  it('invite an address, resend the invite, and remove it', async () => {
    const invite = () => staff('invite', SCHOOL, 'New@example.org', '--position', 'COUNSELOR', '--yes');
    expect((await staff('invite', SCHOOL, 'new@example.org')).stderr).toContain(
      'Invite new@example.org to Aurora High School by email (position: Staff)?',
    );
    expect(await invites()).toEqual([]);
    expect((await invite()).stderr).toBe('Successfully invited user to Aurora High School.\n');
    expect(await invites()).toEqual(['COUNSELOR']);
    expect(await invite()).toMatchObject({
      ...{ code: 3, stderr: 'new@example.org has already been invited to Aurora High School.\n' },
    });
    await makeInvite(orm, { email: 'old@example.org', schools: [{ highSchoolId: schoolId }] });
    expect((await staff('resend-invite', SCHOOL, 'old@example.org', '--yes')).stderr).toBe(
      'The invite was resent to old@example.org.\n',
    );
    expect((await staff('resend-invite', SCHOOL, 'old@example.org', '--yes')).stderr).toContain(
      'This invite was sent a moment ago.',
    );
    expect((await mailedTo()).sort()).toEqual(expect.arrayContaining(['new@example.org', 'old@example.org']));
    expect((await staff('remove-invite', SCHOOL, 'new@example.org')).stderr).toContain(
      'Remove the invite to Aurora High School for new@example.org?',
    );
    expect((await staff('remove-invite', SCHOOL, 'new@example.org', '--yes')).code).toBe(0);
    expect(await invites()).toEqual(['STAFF']);
  });

  it('refuse an address without an invite, staff, and anyone but an administrator', async () => {
    await makeInvite(orm, { email: 'old@example.org', schools: [{ highSchoolId: schoolId }] });
    const snapshot = await watchRows(orm);
    for (const verb of ['resend-invite', 'remove-invite']) {
      expect((await staff(verb, SCHOOL, 'nobody@example.org', '--yes')).stderr).toBe(
        'Aurora High School has no open invite for nobody@example.org. To see all open invites, run `laurel invites list`.\n',
      );
      expect((await staff(verb, SCHOOL, 'old@example.org', '--yes', '--as', 'lee@example.org')).code).toBe(1);
    }
    expect((await staff('invite', SCHOOL, 'lee@example.org', '--yes')).stderr).toBe(
      'lee@example.org is already on the staff of Aurora High School.\n',
    );
    expect((await staff('invite', SCHOOL, 'nobody', '--yes')).stderr).toMatch(/^EMAIL: /);
    expect((await staff('invite', SCHOOL, 'x@example.org', '--yes', '--as', 'lee@example.org')).code).toBe(1);
    expect(await snapshot.changed()).toEqual([]);
  });
});

describe('laurel access-requests', () => {
  const requests = (...args: string[]) => laurel('access-requests', ...args);
  const outcomes = async () =>
    (await storedRows(orm, AccessRequestEntity, ['outcome'])).map(({ outcome }) => outcome);

  it('list the open requests and accept one', async () => {
    const request = { userId: kimId, highSchoolId: schoolId, schoolName: 'Aurora' };
    const id = await makeAccessRequest(orm, { ...request, position: 'COUNSELOR' });
    expect((await requests('list')).stdout).toContain(
      '\r\nKim Winter,kim@example.org,Aurora,Aurora High School,Counselor,',
    );
    expect((await requests('accept', id)).stderr).toContain(
      'Add Kim Winter <kim@example.org> to the staff of Aurora High School?',
    );
    expect((await requests('accept', id, '--yes', '--as', 'lee@example.org')).code).toBe(1);
    expect(await positions()).toEqual([]);
    expect((await requests('accept', id, '--yes')).stderr).toBe(
      'Kim Winter joined the staff of Aurora High School.\n',
    );
    expect(await positions()).toEqual(['COUNSELOR']);
    expect(await outcomes()).toEqual(['ACCEPTED']);
    expect((await requests('decline', id, '--yes')).stderr).toBe(
      `No open request has the ID ${id}. To see open requests, run \`laurel access-requests list\`.\n`,
    );
  });

  it('need a school if the request matches none, and can be declined', async () => {
    const id = await makeAccessRequest(orm, { userId: kimId, highSchoolId: null, schoolName: 'Orora' });
    expect(await requests('accept', id, '--yes')).toMatchObject({
      ...{ code: 2, stderr: 'No active school is named “Orora”. Choose the school with --high-school.\n' },
    });
    expect((await requests('accept', id, '--high-school', SCHOOL, '--dry-run')).stderr).toMatch(
      /^Would add /,
    );
    expect((await requests('decline', id)).stderr).toContain(
      'Decline the request from Kim Winter <kim@example.org> for Orora?',
    );
    expect(await outcomes()).toEqual([null]);
    expect((await requests('decline', id, '--yes')).stderr).toBe(
      "The request was declined. We won't email the person about it.\n",
    );
    expect(await outcomes()).toEqual(['DECLINED']);
    expect(await mailedTo()).toEqual([]);
    expect((await requests('accept', UNKNOWN, '--yes')).code).toBe(1);
  });

  it("don't accept a school other than the request's", async () => {
    await makeSchool(orm, { name: 'Other High' });
    const id = await makeAccessRequest(orm, { userId: kimId, highSchoolId: schoolId });
    expect((await requests('accept', id, '--high-school', 'Other High', '--yes')).stderr).toBe(
      'This request is for Aurora High School. Use --high-school only for requests without a school.\n',
    );
    expect((await requests('decline', id, '--yes')).code).toBe(0);
    expect(await outcomes()).toEqual(['DECLINED']);
    expect(await kinds(schoolId)).toEqual(['CLI access.declined']);
  });
});
