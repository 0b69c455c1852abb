import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeAccessDigest } from '#app/domain/access-changes/write-access-digest.server.ts';
import { addStaff } from '#app/domain/high-schools/change-staff.server.ts';
import { inviteStaff } from '#app/domain/invites/create-invites.server.ts';
import { changeUser } from '#app/domain/users/change-user.server.ts';
import { createUser } from '#app/domain/users/create-account.server.ts';
import { Forbidden } from '#app/lib/domain-errors.ts';
import { type Actor, SYSTEM } from '#app/policy/actor.ts';
import { NOTICES } from '#app/schemas/enums.ts';
import type { Orm } from '#db/orm.server.ts';
import { AccessChangeEntity } from '#db/entities/access-change.ts';
import { NoticeEntity } from '#db/entities/notice.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import {
  actorOf,
  type MadeUser,
  makeAdmin,
  makeCounselor,
  makeInvite,
  makeUser,
} from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { type DesignationScene, refusalOf } from '#tests/support/designation-scene.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

let orm: Orm;
let scene: DesignationScene;
useDesignationScene((given) => ({ orm, scene } = given), { per: 'each test' });

let colleague: MadeUser;
let newcomer: MadeUser;
beforeEach(async () => {
  colleague = (await makeCounselor(orm, [scene.school.id], { email: 'col@x.example.org' })).user;
  newcomer = await makeUser(orm, { firstName: 'Jo', lastName: 'Iner', email: 'jo@x.example.org' });
  const em = orm.em.fork();
  const at = new Date();
  for (const kind of NOTICES) {
    const off = { subject: 'x', body: 'x', isOn: false, createdAt: at, updatedAt: at };
    em.create(NoticeEntity, { id: randomUUID(), kind, ...off });
  }
  await em.flush();
});

const AT = '2026-11-21T21:00:00Z';
const ctxOf = (actor: Actor, at = AT) => makeCtx({ orm, actor, now: () => new Date(at) });
const emails = (kind: string) =>
  orm.em.fork().find(OutboxMailEntity, { kind }, { orderBy: { toAddress: 'asc' } });
const addressees = async (kind: string) => (await emails(kind)).map(({ toAddress }) => toAddress);
const schoolStaff = () => [scene.counselor.email, colleague.email].toSorted();

const ACTS: Readonly<Record<string, (actor: Actor) => Promise<unknown>>> = {
  'adds someone to': (actor) =>
    addStaff(ctxOf(actor), { highSchoolId: scene.school.id, userId: newcomer.id, position: 'STAFF' }),
  'invites someone to': (actor) =>
    inviteStaff(ctxOf(actor), { highSchoolId: scene.school.id, email: newcomer.email }),
  'makes the account of someone invited to': async (actor) => {
    await makeInvite(orm, { email: 'new@x.example.org', schools: [{ highSchoolId: scene.school.id }] });
    const account = { email: 'new@x.example.org', firstName: 'N', lastName: 'N', phone: '' };
    await createUser(ctxOf(actor), { ...account, isAdministrator: false });
  },
};

describe('a school', () => {
  it.each(Object.entries(ACTS))(
    'is emailed when an administrator %s its staff, even with all automatic emails turned off',
    async (_name, act) => {
      await act(scene.admin);
      expect(await addressees('access.changed')).toEqual(schoolStaff());
    },
  );

  it('gets an email with who changed whose access, and when', async () => {
    await ACTS['adds someone to']?.(scene.admin);
    const [email] = await emails('access.changed');
    const { firstName, lastName } = scene.admin;
    expect(email?.subject).toBe(`${scene.school.name}: Jo Iner was added to the staff (Scholars)`);
    expect(email?.textBody).toContain(
      `Administrator ${firstName} ${lastName} added Jo Iner (jo@x.example.org) to the staff of ${scene.school.name} (position: Staff) on Nov 21, 2026, 12:00 PM AKST.`,
    );
  });

  const moveColleague = (actor: Actor) =>
    changeUser(ctxOf(actor), { id: colleague.id, patch: { email: 'mine@x.example.org' }, ifMatch: null });

  it.each([
    ['an administrator', () => scene.admin],
    ['an operator on the command line', () => SYSTEM],
  ])(
    'gets an email when %s changes the address of a staff member, also at the old address',
    async (_name, by) => {
      await moveColleague(by());
      const sent = await emails('access.changed');
      expect(sent.map(({ toAddress }) => toAddress)).toEqual(schoolStaff());
      for (const { textBody: text } of sent) {
        expect(text).toContain('from col@x.example.org to mine@x.example.org on');
      }
      expect(await emails('user.emailChanged')).toEqual([]);
    },
  );

  it('is emailed at the old address of its only staff member', async () => {
    const { user } = await makeCounselor(orm, [(await makeSchool(orm)).id], { email: 'only@x.example.org' });
    await changeUser(ctxOf(scene.admin), {
      id: user.id,
      patch: { email: 'mine@x.example.org' },
      ifMatch: null,
    });
    const [email, ...others] = await emails('access.changed');
    expect([email?.toAddress, others]).toEqual(['only@x.example.org', []]);
    expect(email?.subject).toBe('Your email address was changed (Scholars)');
    expect(email?.textBody).toContain(
      'changed your email address from only@x.example.org to mine@x.example.org on Nov 21, 2026, 12:00 PM AKST. From now on, sign in with the new address.',
    );
    expect(email?.textBody).toContain('You used this address to sign in, so we always send this email.');
  });

  it('is emailed once at the old address if the automatic email is on', async () => {
    await orm.em.fork().nativeDelete(NoticeEntity, { kind: 'EMAIL_CHANGED' });
    await moveColleague(scene.admin);
    expect(await addressees('access.changed')).toEqual([scene.counselor.email]);
    expect(await addressees('user.emailChanged')).toEqual(['col@x.example.org']);
  });

  it('is emailed when it is done on the command line', async () => {
    await ACTS['invites someone to']?.(SYSTEM);
    const [email] = await emails('access.changed');
    expect(email?.textBody).toContain(
      'A system administrator using the command line invited jo@x.example.org to join the staff of',
    );
  });

  it("isn't emailed about what its own staff do or are refused", async () => {
    await ACTS['invites someone to']?.(scene.counselor);
    await refusalOf(
      inviteStaff(ctxOf(scene.admin), { highSchoolId: scene.school.id, email: newcomer.email }),
    );
    const patch = { phone: '(907) 555-0177' };
    await changeUser(ctxOf(scene.admin), { id: colleague.id, patch, ifMatch: null });
    expect(await emails('access.changed')).toEqual([]);
    expect(await orm.em.fork().count(AccessChangeEntity)).toBe(0);
  });
});

describe('administrators', () => {
  const digest = (at: string) => writeAccessDigest(ctxOf(SYSTEM, at));
  const SEVEN = '2026-11-22T16:00:00Z';

  it('get one email the next morning, whichever of several servers is first', async () => {
    const second = await makeAdmin(orm, { email: 'zoe@x.example.org' });
    await makeAdmin(orm, { flags: ['ADMIN', 'DELETED'] });
    await ACTS['adds someone to']?.(scene.admin);
    await ACTS['makes the account of someone invited to']?.(SYSTEM);
    expect([await digest(AT), await digest('2026-11-22T15:59:59Z')]).toEqual([0, 0]);
    const written = await Promise.all(Array.from({ length: 6 }, () => digest(SEVEN)));
    expect(written.toSorted()).toEqual([0, 0, 0, 0, 0, 2]);
    expect(await digest('2026-11-22T16:01:00Z')).toBe(0);
    expect(await addressees('access.digest')).toEqual([scene.admin.email, second.email].toSorted());
    const [email] = await emails('access.digest');
    expect(email?.subject).toBe('Scholars: 2 access changes by administrators');
    expect(email?.textBody).toContain('- Nov 21, 2026, 12:00 PM AKST: Administrator Ada');
    expect(email?.textBody).toContain(
      'A system administrator using the command line added N N (new@x.example.org)',
    );
  });

  it('are emailed on the next day about changes after 7 AM', async () => {
    await ACTS['adds someone to']?.(scene.admin);
    expect(await digest(SEVEN)).toBe(1);
    const membership = {
      highSchoolId: scene.otherSchool.id,
      userId: newcomer.id,
      position: 'STAFF',
    } as const;
    await addStaff(ctxOf(scene.admin, '2026-11-22T17:00:00Z'), membership);
    expect([await digest('2026-11-23T15:59:00Z'), await digest('2026-11-23T16:00:00Z')]).toEqual([0, 1]);
  });

  it('get the digest late if no server ran at 7 AM, and none if nothing changed', async () => {
    expect(await digest(SEVEN)).toBe(0);
    await ACTS['invites someone to']?.(scene.admin);
    expect(await digest('2026-11-25T03:00:00Z')).toBe(1);
  });

  it("never get students' data in the digest", async () => {
    await scene.draft({ students: [{ first: 'Quillon', last: 'Zebrowski' }] });
    await ACTS['adds someone to']?.(scene.admin);
    await digest(SEVEN);
    const sent = JSON.stringify([await emails('access.digest'), await emails('access.changed')]);
    expect(sent).not.toMatch(/Quillon|Zebrowski/);
  });

  it('are the only ones who can send the digest', async () => {
    expect(await refusalOf(writeAccessDigest(ctxOf(scene.counselor)))).toEqual(new Forbidden());
    expect(await refusalOf(writeAccessDigest(ctxOf(actorOf(newcomer))))).toEqual(new Forbidden());
  });
});
