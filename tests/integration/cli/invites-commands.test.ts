import { beforeEach, describe, expect, it } from 'vitest';
import { BouncedAddressEntity } from '#db/entities/bounced-address.ts';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolStaffInviteEntity } from '#db/entities/high-school-staff-invite.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { UserInviteEntity } from '#db/entities/user-invite.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import {
  makeAdmin,
  makeInvite,
  type MadeInvite,
  type MadeUser,
} from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { watchRows, type WatchedRows } from '#tests/support/row-snapshot.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { callLaurel } from './call-laurel.ts';

const database = useDatabase('each test');
let orm: Orm;
let ada: MadeUser;
let kim: MadeInvite;
let lou: MadeInvite;
let snapshot: WatchedRows;

beforeEach(async () => {
  orm = await database.openOrm();
  ada = await makeAdmin(orm, { email: 'ada@example.org' });
  const school = await makeSchool(orm, { name: 'Aurora High School' });
  kim = await makeInvite(orm, {
    email: 'kim@example.org',
    schools: [{ highSchoolId: school.id, position: 'REGISTRAR' }],
  });
  lou = await makeInvite(orm, { email: 'lou@example.org', flags: ['ADMIN'] });
  snapshot = await watchRows(orm);
});

const invites = (...args: string[]) => callLaurel(database.url, ['invites', ...args]);
const open = async () => {
  const rows = await storedRows(orm, UserInviteEntity, ['email'], { orderBy: { email: 'asc' } });
  return rows.map(({ email }) => email);
};
const emails = () => storedRows(orm, OutboxMailEntity, ['toAddress', 'state']);

describe('laurel invites list', () => {
  it("prints a table within 80 columns, and the REST call's JSON", async () => {
    const { stdout } = await callLaurel(database.url, ['invites', 'list'], { columns: 80 });
    expect(stdout).toMatchInlineSnapshot(`
      "Email            Flags          Schools         Invited          Expires
      ───────────────  ─────────────  ──────────────  ───────────────  ───────────────
      kim@example.org                 Aurora High     Sep 1, 2026,     Dec 30, 2999,
                                      School          9:00 AM AKDT     3:00 PM AKST
                                      (Registrar)
      lou@example.org  Administrator                  Sep 1, 2026,     Dec 30, 2999,
                                                      9:00 AM AKDT     3:00 PM AKST
      "
    `);
    const all = JSON.parse((await invites('list', '--format', 'json')).stdout) as unknown[];
    expect(all).toMatchObject([
      { id: kim.id, staffInvites: [{ position: 'REGISTRAR', highSchool: { name: 'Aurora High School' } }] },
      { id: lou.id, flags: ['ADMIN'], staffInvites: [] },
    ]);
    const reversed = await invites('list', '--direction', 'asc', '--limit', '1', '--format', 'ndjson');
    expect(JSON.parse(reversed.stdout)).toEqual(all[1]);
    expect((await invites('list', '--offset', '-1')).stderr).toMatch(/^--offset: /);
  });
});

describe('laurel invites resend', () => {
  it('sends it again, by address or ID, in the name of --as', async () => {
    expect(await invites('resend', 'KIM@example.org', '--yes', '--as', ada.email)).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Resent the invite to kim@example.org.\n',
    });
    expect((await invites('resend', lou.id, '--yes')).code).toBe(0);
    expect(await emails()).toEqual([
      { toAddress: 'kim@example.org', state: 'QUEUED' },
      { toAddress: 'lou@example.org', state: 'QUEUED' },
    ]);
    const events = await storedRows(orm, EventEntity, ['kind', 'channel', 'actor'], {
      where: { kind: 'invite.resent' },
      orderBy: { at: 'asc' },
    });
    expect(events).toEqual([
      { kind: 'invite.resent', channel: 'CLI', actor: ada.id },
      { kind: 'invite.resent', channel: 'CLI', actor: null },
    ]);
    const atSchools = await storedRows(orm, EventEntity, ['channel', 'actor'], {
      where: { kind: 'staff.inviteResent' },
    });
    expect(atSchools).toEqual([{ channel: 'CLI', actor: ada.id }]);
    expect(await invites('resend', kim.email, '--yes')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('This invite was sent a moment ago.') as string,
    });
  });

  it("sends nothing in a dry run or without confirmation, and a dry run doesn't count", async () => {
    expect(await invites('resend', kim.email, '--dry-run')).toMatchObject({
      code: 0,
      stderr: 'Would resend the invite to kim@example.org.\n',
    });
    expect(await invites('resend', kim.email)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Resend the invite to kim@example.org? Add --yes') as string,
    });
    expect(await snapshot.changed()).toEqual([]);
    const answered = await callLaurel(database.url, ['invites', 'resend', kim.email], { answer: 'y' });
    expect(answered.code).toBe(0);
    expect(await emails()).toEqual([{ toAddress: 'kim@example.org', state: 'QUEUED' }]);
  });

  it('explains why no email can be sent', async () => {
    await orm.em.fork().insert(BouncedAddressEntity, {
      ...{ address: 'kim@example.org', source: 'CLI', reason: '', bouncedAt: new Date() },
    });
    expect(await invites('resend', kim.email, '--yes')).toMatchObject({
      code: 1,
      stderr:
        'Email to kim@example.org bounced. An administrator can resume email to it on the Bounced addresses page. Then try again.\n',
    });
    expect(await invites('resend', 'nobody@example.org', '--yes')).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'No open invite has the address or ID nobody@example.org. To see all open invites, run `laurel invites list`.\n',
    });
  });
});

describe('laurel invites remove', () => {
  it('removes the invite and what depends on it after confirmation', async () => {
    expect(await invites('remove', kim.email, '--dry-run')).toMatchObject({
      code: 0,
      stderr:
        'Would remove the invite for kim@example.org, including the staff invites to Aurora High School.\n',
    });
    expect((await invites('remove', kim.email)).code).toBe(2);
    const declined = await callLaurel(database.url, ['invites', 'remove', kim.id], { answer: 'n' });
    expect(declined.code).toBe(1);
    expect(await snapshot.changed()).toEqual([]);
    expect((await invites('remove', kim.id, '--yes', '--quiet')).stderr).toBe('');
    expect(await open()).toEqual(['lou@example.org']);
    expect(await orm.em.fork().count(HighSchoolStaffInviteEntity)).toBe(0);
    const events = await storedRows(orm, EventEntity, ['channel']);
    expect(new Set(events.map(({ channel }) => channel))).toEqual(new Set(['CLI']));
    expect((await invites('remove', kim.email, '--yes')).code).toBe(3);
  });
});
