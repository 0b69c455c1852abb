import { beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '#app/domain/users/create-account.server.ts';
import { Conflict, Forbidden } from '#app/lib/domain-errors.ts';
import { type Actor, ANONYMOUS } from '#app/policy/actor.ts';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolStaffInviteEntity } from '#db/entities/high-school-staff-invite.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { SessionEntity } from '#db/entities/session.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { UserInviteEntity } from '#db/entities/user-invite.ts';
import { makeSchool, type MadeSchool } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeInvite, makeUser } from '#tests/factories/user-factory.server.ts';
import { CALLER, freshEmail, useSignIn } from '#tests/support/sign-in.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const bench = useSignIn();

let email: string;
beforeEach(() => {
  email = freshEmail();
});

/** A session that has just proven this address. */
async function newcomer(address = email): Promise<{ actor: Actor; secret: string }> {
  const { sessionSecret } = await bench.enter(address, await bench.requestSignInCode(address));
  return { actor: await bench.actorOf(sessionSecret), secret: sessionSecret };
}

const details = (address = email) => ({
  firstName: 'Nora',
  lastName: 'Ness',
  email: address,
  phone: '(907) 555-0142',
  ...CALLER,
});

const em = () => bench.orm.em.fork();
const accounts = () =>
  storedRows(bench.orm, UserAccountEntity, ['firstName', 'email', 'flags'], { where: { email } });

describe('a verified address', () => {
  it('becomes an account with a session of its own', async () => {
    const { actor, secret } = await newcomer();
    const created = await createAccount(bench.ctx(actor), details());
    const at = bench.clock.now().toISOString();
    expect(created.user).toEqual({
      id: expect.any(String) as string,
      firstName: 'Nora',
      lastName: 'Ness',
      email,
      phone: '(907) 555-0142',
      flags: [],
      mergedIntoId: null,
      version: 1,
      createdAt: at,
      updatedAt: at,
    });
    expect(created.sessionSecret).not.toBe(secret);
    expect(await bench.actorOf(secret)).toEqual(ANONYMOUS);
    expect(await bench.actorOf(created.sessionSecret)).toMatchObject({
      kind: 'user',
      id: created.user.id,
      email,
      flags: [],
      highSchoolIds: [],
    });
    expect((await bench.enter(email, await bench.requestSignInCode(email))).action).toBe('LOGIN');
  });

  it('becomes one account when it is sent ten times concurrently', async () => {
    const { actor } = await newcomer();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => createAccount(bench.ctx(actor), details())),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.map(({ reason }): unknown => reason)).toEqual(
      Array.from({ length: 9 }, () => new Conflict(`There is already an account with the email ${email}.`)),
    );
    expect(await accounts()).toHaveLength(1);
    expect(await em().count(SessionEntity, { user: { email } })).toBe(1);
  });

  it('of two browsers becomes one account, and the other browser starts over', async () => {
    const [here, there] = [await newcomer(), await newcomer()];
    await createAccount(bench.ctx(here.actor), details());
    await expect(createAccount(bench.ctx(there.actor), details())).rejects.toThrow(Conflict);
    expect(await bench.actorOf(there.secret)).toEqual(ANONYMOUS);
    expect(await accounts()).toHaveLength(1);
  });

  it("can't become another person's account", async () => {
    const { actor } = await newcomer();
    const theirs = freshEmail();
    await expect(createAccount(bench.ctx(actor), details(theirs))).rejects.toEqual(
      new Forbidden('The account can only be created for the address that you signed in with.'),
    );
    expect(await em().count(UserAccountEntity, { email: theirs })).toBe(0);
  });
});

describe('a browser without a verified address', () => {
  it('creates no account', async () => {
    await expect(createAccount(bench.ctx(), details())).rejects.toEqual(
      new Forbidden('First, sign in with a code. Your account will use the email address we sent it to.'),
    );
    const user = await makeUser(bench.orm);
    await expect(createAccount(bench.ctx(actorOf(user)), details())).rejects.toEqual(
      new Forbidden("You're signed in, so you already have an account."),
    );
    expect(await accounts()).toEqual([]);
  });
});

describe('an open invite', () => {
  let schools: MadeSchool[];
  beforeEach(async () => {
    schools = [await makeSchool(bench.orm), await makeSchool(bench.orm)].sort((a, b) =>
      a.id < b.id ? -1 : 1,
    );
  });
  const [first, second] = [() => schools[0]?.id ?? '', () => schools[1]?.id ?? ''];

  it("is accepted: its flags and positions are granted, it's removed, and all of that is recorded", async () => {
    const invite = await makeInvite(bench.orm, {
      email,
      flags: ['ADMIN'],
      schools: [{ highSchoolId: first(), position: 'PRINCIPAL' }, { highSchoolId: second() }],
    });
    const others = await makeInvite(bench.orm, { schools: [{ highSchoolId: first() }] });
    const { actor } = await newcomer();
    const { user, sessionSecret } = await createAccount(bench.ctx(actor), details());

    expect(user.flags).toEqual(['ADMIN']);
    expect(await bench.actorOf(sessionSecret)).toMatchObject({
      flags: ['ADMIN'],
      highSchoolIds: [first(), second()],
    });
    const staff = await storedRows(bench.orm, HighSchoolStaffEntity, ['highSchool', 'position'], {
      where: { user: user.id },
      orderBy: { highSchool: 'asc' },
    });
    expect(staff).toEqual([
      { highSchool: first(), position: 'PRINCIPAL' },
      { highSchool: second(), position: 'STAFF' },
    ]);
    expect(await storedRows(bench.orm, UserInviteEntity, ['id'])).toEqual([{ id: others.id }]);
    expect(await storedRows(bench.orm, HighSchoolStaffInviteEntity, ['id'])).toEqual([
      { id: others.staffInviteIds[0] },
    ]);
    const events = await storedRows(bench.orm, EventEntity, ['kind', 'subjectType', 'subjectId', 'changes'], {
      where: { actor: user.id },
    });
    const inOrder = (one: object) => JSON.stringify(one);
    expect(events.toSorted((a, b) => (inOrder(a) < inOrder(b) ? -1 : 1))).toEqual([
      event('invite.accepted', 'INVITE', invite.id, { userId: user.id }),
      ...[
        event('staff.added', 'HIGH_SCHOOL', first(), { userId: user.id, position: 'PRINCIPAL' }),
        event('staff.added', 'HIGH_SCHOOL', second(), { userId: user.id, position: 'STAFF' }),
      ],
      ...[
        event('staff.added', 'USER', user.id, { highSchoolId: first(), position: 'PRINCIPAL' }),
        event('staff.added', 'USER', user.id, { highSchoolId: second(), position: 'STAFF' }),
      ],
      event('user.created', 'USER', user.id, { flags: { from: [], to: ['ADMIN'] } }),
    ]);
  });

  it('cannot delete the account it invites to', async () => {
    await makeInvite(bench.orm, { email, flags: ['DELETED'] });
    const { actor } = await newcomer();
    expect((await createAccount(bench.ctx(actor), details())).user.flags).toEqual([]);
  });

  it("stays open if the account couldn't be created", async () => {
    const invite = await makeInvite(bench.orm, { email, schools: [{ highSchoolId: first() }] });
    const { actor } = await newcomer();
    await makeUser(bench.orm, { email });
    await expect(createAccount(bench.ctx(actor), details())).rejects.toThrow(Conflict);
    const left = await storedRows(bench.orm, UserInviteEntity, ['id'], { where: { email } });
    expect(left).toEqual([{ id: invite.id }]);
  });
});

function event(kind: string, subjectType: string, subjectId: string, changes: unknown) {
  return { kind, subjectType, subjectId, changes };
}
