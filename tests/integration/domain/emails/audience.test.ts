import { beforeEach, describe, expect, it } from 'vitest';
import { countAudience, countBlankFields, readAudience } from '#app/domain/emails/read-audience.server.ts';
import { Forbidden, Invalid, Unauthorized } from '#app/lib/domain-errors.ts';
import { type Actor, ANONYMOUS } from '#app/policy/actor.ts';
import { type AudienceChoice, AudienceChoiceSchema } from '#app/schemas/email-audience.ts';
import type { ReminderState } from '#app/schemas/enums.ts';
import { getAdminHome } from '#app/domain/home/admin-home.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeCounselor, makeInvite, makeUser } from '#tests/factories/user-factory.server.ts';
import { addBounce, type AudienceScene, makeAudienceScene } from '#tests/support/audience-scene.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { type CountingOrm, openCountingOrm } from '#tests/support/statements.server.ts';

const database = useDatabase('each test');
let counting: CountingOrm;
let scene: AudienceScene;

beforeEach(async () => {
  counting = await openCountingOrm(database);
  scene = await makeAudienceScene(counting.orm);
});

const ctxOf = (actor: Actor = actorOf(scene.admin)) => makeCtx({ orm: counting.orm, actor });
const read = (choice: AudienceChoice, more: { except?: string[]; page?: object } = {}) =>
  readAudience(ctxOf(), { choice, ...more });
const em = () => counting.orm.em.fork();

/** Each recipient's first name, or email without one, and the schools that the email names. */
async function named(choice: AudienceChoice): Promise<string[]> {
  const { people, recipients } = await read(choice);
  expect(recipients).toBe(people.length);
  expect(await countAudience(ctxOf(), { choice })).toBe(recipients);
  return people.map(({ firstName, email, schools }) => [firstName || email, ...schools].join(', '));
}

type Of<Target extends AudienceChoice['target']> = Extract<AudienceChoice, { target: Target }>;

const ALL: Of<'ALL_HIGH_SCHOOLS'> = { target: 'ALL_HIGH_SCHOOLS', positions: [] };

describe('the people of a target', () => {
  it('are the staff of all ACTIVE schools by name, without duplicates', async () => {
    expect(await named(ALL)).toEqual([
      'Ann, Alder High, Birch High',
      'Ben, Birch High',
      'Dan, Dogwood High',
      'Cat, Cedar High',
      'Eve, Dogwood High',
    ]);
  });

  it('are only people with the positions, with their schools', async () => {
    expect(await named({ ...ALL, positions: ['PRINCIPAL'] })).toEqual(['Ann, Alder High', 'Cat, Cedar High']);
    expect(await named({ ...ALL, positions: ['PRINCIPAL', 'COUNSELOR', 'PRINCIPAL'] })).toEqual([
      'Ann, Alder High, Birch High',
      'Cat, Cedar High',
      'Eve, Dogwood High',
    ]);
    expect(await named({ ...ALL, positions: ['SUPERINTENDENT'] })).toEqual([]);
  });

  it('are the staff of schools whose designation of the year has the status and criteria', async () => {
    const pending: Of<'HIGH_SCHOOLS_WITH_DESIGNATION'> = {
      target: 'HIGH_SCHOOLS_WITH_DESIGNATION',
      positions: [],
      status: 'PENDING',
    };
    expect(await named(pending)).toEqual(['Dan, Dogwood High', 'Cat, Cedar High', 'Eve, Dogwood High']);
    expect(await named({ ...pending, criteria: 'OTHER' })).toEqual([
      'Dan, Dogwood High',
      'Eve, Dogwood High',
    ]);
    expect(await named({ ...pending, criteria: 'OTHER', positions: ['COUNSELOR'] })).toEqual([
      'Eve, Dogwood High',
    ]);
    expect(await named({ ...pending, year: 2025 })).toEqual([]);
    expect(await named({ ...pending, year: 2025, status: 'APPROVED' })).toEqual(['Ann, Alder High']);
    expect(await named({ ...pending, status: 'REJECTED' })).toEqual([]);
  });

  it('are those of schools without a designation, or without one of the criteria', async () => {
    const without: Of<'HIGH_SCHOOLS_WITHOUT_DESIGNATION'> = {
      target: 'HIGH_SCHOOLS_WITHOUT_DESIGNATION',
      positions: [],
    };
    expect(await named(without)).toEqual(['Ann, Alder High']);
    expect(await named({ ...without, criteria: 'CUMULATIVE_GPA' })).toEqual([
      'Ann, Alder High',
      'Dan, Dogwood High',
      'Eve, Dogwood High',
    ]);
    expect(await named({ ...without, year: 2025 })).toEqual([
      'Ann, Birch High',
      'Ben, Birch High',
      'Dan, Dogwood High',
      'Cat, Cedar High',
      'Eve, Dogwood High',
    ]);
  });

  it('are the administrators, and the addresses of open invites that have no account', async () => {
    expect(await named({ target: 'ADMINS' })).toEqual(['Ada']);
    for (const flags of [[], ['DELETED']] as const) {
      const { email } = await makeUser(counting.orm, { flags: [...flags] });
      await makeInvite(counting.orm, { email });
    }
    expect(await named({ target: 'PENDING_USERS', year: 2025 })).toEqual([
      'one@x.example.org',
      'two@x.example.org',
    ]);
  });

  it('are those of outstanding schools in the chosen states, by default without those that were returned', async () => {
    const outstanding = (states: ReminderState[]) =>
      named({ target: 'OUTSTANDING_SCHOOLS', positions: [], states });
    expect(await outstanding(['NOT_STARTED'])).toEqual(['Ann, Alder High']);
    expect(await outstanding(['STARTED'])).toEqual(['Ann, Birch High', 'Ben, Birch High']);
    expect(await outstanding(['RETURNED'])).toEqual([]);
    await em().nativeUpdate(DesignationEntity, { status: 'STARTED' }, { status: 'RETURNED' });
    expect(await outstanding(['RETURNED'])).toEqual(['Ann, Birch High', 'Ben, Birch High']);
    expect(AudienceChoiceSchema.parse({ target: 'OUTSTANDING_SCHOOLS' })).toMatchObject({
      states: ['NOT_STARTED', 'STARTED'],
    });
  });

  it('are those of exactly the outstanding schools', async () => {
    const choice: AudienceChoice = {
      target: 'OUTSTANDING_SCHOOLS',
      positions: [],
      states: ['NOT_STARTED', 'STARTED', 'RETURNED'],
    };
    expect(await named(choice)).toEqual(['Ann, Alder High, Birch High', 'Ben, Birch High']);
    const home = await getAdminHome(ctxOf(), { page: { limit: 50, offset: 0 } });
    const { people, leftOut } = await read(choice);
    const schools = new Set([...people, ...leftOut].flatMap((person) => person.schools));
    expect([...schools].toSorted()).toEqual(home?.outstanding.map(({ name }) => name).toSorted());
  });
});

describe('the people whom an audience skips', () => {
  it('are listed by reason', async () => {
    await addBounce(counting.orm, 'ben@x.example.org');
    const { recipients, leftOut } = await read(ALL, {
      except: ['Dan@x.example.org', 'nobody@x.example.org'],
    });
    expect(recipients).toBe(3);
    const of = (firstName: string, lastName: string, schools: string[], why: string) => ({
      email: firstName === '' ? '' : `${firstName.toLowerCase()}@x.example.org`,
      ...{ firstName, lastName, schools, why },
    });
    expect(leftOut).toEqual([
      of('Gone', 'Gray', ['Cedar High'], 'DELETED'),
      of('', '', ['Empty High'], 'NO_ADDRESS'),
      of('Ben', 'Baker', ['Birch High'], 'BOUNCED'),
      of('Ann', 'Abel', ['Birch High'], 'TWICE'),
      of('Dan', 'Dorn', ['Dogwood High'], 'EXCEPTED'),
    ]);
  });

  it('include each school without anyone in the positions', async () => {
    const { recipients, leftOut } = await read({ ...ALL, positions: ['SUPERINTENDENT'] });
    expect(recipients).toBe(0);
    expect(leftOut.map(({ schools, why }) => [schools, why])).toEqual(
      ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Empty'].map((name) => [[`${name} High`], 'NO_ADDRESS']),
    );
  });

  it('include deleted administrators and bounced invites', async () => {
    await addBounce(counting.orm, 'one@x.example.org');
    const why = async (choice: AudienceChoice) =>
      (await read(choice)).leftOut.map((person) => [person.email, person.why]);
    expect(await why({ target: 'ADMINS' })).toEqual([['old@x.example.org', 'DELETED']]);
    expect(await why({ target: 'PENDING_USERS' })).toEqual([['one@x.example.org', 'BOUNCED']]);
  });
});

it('an audience is read a page at a time, with the total', async () => {
  const page = async (offset: number) => {
    const { recipients, people } = await read(ALL, { page: { limit: 2, offset } });
    return [recipients, people.map(({ firstName }) => firstName)];
  };
  expect(await page(0)).toEqual([5, ['Ann', 'Ben']]);
  expect(await page(2)).toEqual([5, ['Dan', 'Cat']]);
  expect(await page(6)).toEqual([5, []]);
});

describe('the year of an audience', () => {
  it('is the active one by default', async () => {
    expect((await read(ALL)).year?.year).toBe(2026);
    expect((await read({ ...ALL, year: 2025 })).year?.year).toBe(2025);
  });

  it('must exist', async () => {
    for (const choice of [{ ...ALL, year: 2031 }, { target: 'ADMINS', year: 2031 } as const]) {
      expect(await refusalOf(read(choice))).toMatchObject({
        issues: [{ path: ['year'], message: "There's no academic year 2031." }],
      });
    }
  });

  it('is required for audiences by designation', async () => {
    await em().nativeUpdate(AcademicYearEntity, {}, { status: 'INACTIVE' });
    expect((await read(ALL)).year).toBe(null);
    expect((await read({ target: 'ADMINS' })).recipients).toBe(1);
    const refusal = await refusalOf(read({ target: 'HIGH_SCHOOLS_WITHOUT_DESIGNATION', positions: [] }));
    expect(refusal).toBeInstanceOf(Invalid);
    expect(refusal).toMatchObject({
      issues: [{ path: ['year'], message: 'No academic year is active. Choose a year.' }],
    });
  });
});

it('only administrators can read or count an audience', async () => {
  const { actor: staff } = await makeCounselor(counting.orm, [scene.schools.Alder.id]);
  for (const actor of [staff, ANONYMOUS]) {
    const refusal = actor === staff ? Forbidden : Unauthorized;
    for (const ask of [readAudience, countAudience]) {
      const attempt = async () =>
        expect(await refusalOf(ask(ctxOf(actor), { choice: ALL }))).toBeInstanceOf(refusal);
      expect(await counting.count(attempt)).toBe(0);
    }
  }
});

it('reading an audience uses two statements for any number of people', async () => {
  const counts = async () => [
    await counting.count(() => read(ALL)),
    await counting.count(() => countAudience(ctxOf(), { choice: ALL })),
    await counting.count(() => read({ target: 'PENDING_USERS' })),
  ];
  expect(await counts()).toEqual([2, 2, 2]);
  for (let number = 0; number < 3; number += 1) {
    const { id } = await makeSchool(counting.orm);
    await makeCounselor(counting.orm, [id]);
    await makeInvite(counting.orm);
  }
  expect((await read(ALL)).recipients).toBe(8);
  expect(await counts()).toEqual([2, 2, 2]);
});

describe('the empty merge fields of an audience', () => {
  const blanks = (choice: AudienceChoice, except: string[] = [], actor?: Actor) =>
    countBlankFields(ctxOf(actor), { choice, except });

  it('are counted for the recipients, except for deselected ones', async () => {
    const { people } = await read(ALL);
    expect(await blanks(ALL)).toEqual({ firstName: 0, lastName: 0, schools: 0 });
    const [first, second] = people.map(({ email }) => email);
    await em().nativeUpdate(
      UserAccountEntity,
      { email: { $in: [first ?? '', second ?? ''] } },
      { lastName: '' },
    );
    expect(await blanks(ALL)).toEqual({ firstName: 0, lastName: 2, schools: 0 });
    expect(await blanks(ALL, [first ?? ''])).toEqual({ firstName: 0, lastName: 1, schools: 0 });
    const { recipients } = await read({ target: 'PENDING_USERS' });
    expect(recipients).toBeGreaterThan(0);
    expect(await blanks({ target: 'PENDING_USERS' })).toEqual({
      firstName: recipients,
      lastName: recipients,
      schools: recipients,
    });
  });

  it('are shown only to administrators', async () => {
    expect(await refusalOf(blanks(ALL, [], ANONYMOUS))).toBeInstanceOf(Unauthorized);
  });
});
