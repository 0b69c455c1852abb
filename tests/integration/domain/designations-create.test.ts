import { beforeEach, describe, expect, it } from 'vitest';
import { createDesignation } from '#app/domain/designations/create-designation.server.ts';
import { getDesignation } from '#app/domain/designations/get-designation.server.ts';
import { Conflict, Forbidden, NotFound, Unauthorized } from '#app/lib/domain-errors.ts';
import { ANONYMOUS, SYSTEM, type UserActor } from '#app/policy/actor.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import type { Orm } from '#db/orm.server.ts';
import {
  makeSchool,
  makeYear,
  type MadeSchool,
  type MadeYear,
} from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { lockWaits } from '#tests/support/lock-waits.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

/** Each has its own connection, so that all requests are in the database at once. */
const AT_ONCE = 12;
const NOW = new Date('2026-11-21T21:00:00.000Z');

const database = useDatabase('each test');
let orm: Orm;
let year: MadeYear;
let school: MadeSchool;
let otherSchool: MadeSchool;
let counselor: UserActor;
let admin: UserActor;

beforeEach(async () => {
  orm = await database.openOrm({ poolMax: AT_ONCE });
  year = await makeYear(orm);
  school = await makeSchool(orm, { name: 'Aurora High' });
  otherSchool = await makeSchool(orm, { name: 'Borealis High' });
  counselor = (await makeCounselor(orm, [school.id], { firstName: 'Cleo', lastName: 'Counselor' })).actor;
  admin = actorOf(await makeAdmin(orm));
});

const ctxOf = (actor: Parameters<typeof makeCtx>[0]['actor']) => makeCtx({ orm, actor });

it('starting a designation waits for a change of the school, and is refused to staff of a school that became inactive', async () => {
  const changing = orm.em.fork();
  await changing.begin();
  await changing.nativeUpdate(HighSchoolEntity, { id: school.id }, { status: 'INACTIVE' });
  const created = createDesignation(ctxOf(counselor), { highSchoolId: school.id, academicYearId: year.id });
  const refused = expect(created).rejects.toThrow('This school is inactive');
  await expect.poll(() => lockWaits(orm)).toBe(1);
  await changing.commit();
  await refused;
  expect(await orm.em.fork().count(DesignationEntity)).toBe(0);
});

describe('a new designation', () => {
  it('starts with the caller as its submitter, and for staff with accepted terms', async () => {
    const made = await createDesignation(ctxOf(counselor), {
      highSchoolId: school.id,
      academicYearId: year.id,
    });
    expect(made).toEqual({
      id: made.id,
      classSize: null,
      criteria: null,
      criteriaComment: null,
      status: 'STARTED',
      createdAt: NOW.toISOString(),
      updatedAt: NOW.toISOString(),
      highSchoolId: school.id,
      highSchool: { id: school.id, name: 'Aurora High' },
      academicYear: { id: year.id, year: 2026 },
      submittedBy: { id: counselor.id, firstName: 'Cleo', lastName: 'Counselor' },
      downloadedAt: null,
      acceptedTermsAndConditions: true,
      reasons: [],
      note: null,
      version: 1,
      students: [],
    });
    expect(await getDesignation(ctxOf(counselor), made.id)).toEqual(made);
    const terms = await storedRows(orm, DesignationEntity, ['acceptedTermsAt', 'acceptedTermsVersion']);
    expect(terms).toEqual([{ acceptedTermsAt: NOW, acceptedTermsVersion: '2026-1' }]);
    const events = await storedRows(orm, EventEntity, ['kind', 'subjectId', 'actor', 'channel']);
    expect(events).toEqual([
      { kind: 'designation.created', subjectId: made.id, actor: counselor.id, channel: 'REST' },
    ]);
  });

  it("doesn't accept the terms when an administrator starts it, and allows any existing school and year", async () => {
    const closed = await makeSchool(orm, { status: 'INACTIVE' });
    const past = await makeYear(orm, { year: 2025, status: 'INACTIVE' });
    const made = await createDesignation(ctxOf(admin), { highSchoolId: closed.id, academicYearId: past.id });
    expect(made.acceptedTermsAndConditions).toBe(false);
    expect(made.submittedBy.id).toBe(admin.id);
  });

  it('returns a conflict with its submitter for a school and year that already have one', async () => {
    const made = await createDesignation(ctxOf(counselor), {
      highSchoolId: school.id,
      academicYearId: year.id,
    });
    const again = await createDesignation(ctxOf(admin), {
      highSchoolId: school.id,
      academicYearId: year.id,
    }).catch((error: unknown) => error);
    expect(again).toBeInstanceOf(Conflict);
    expect((again as Conflict).details).toEqual({
      designation: {
        id: made.id,
        status: 'STARTED',
        submittedBy: { id: counselor.id, firstName: 'Cleo', lastName: 'Counselor' },
      },
    });
  });

  it('is created once by concurrent requests; the others get its ID', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, () =>
        createDesignation(ctxOf(counselor), { highSchoolId: school.id, academicYearId: year.id }),
      ),
    );
    const made = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.id] : []));
    const refused = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' && outcome.reason instanceof Conflict ? [outcome.reason.details] : [],
    );
    expect([made.length, refused.length]).toEqual([1, AT_ONCE - 1]);
    const known = {
      designation: {
        id: made[0],
        status: 'STARTED',
        submittedBy: { id: counselor.id, firstName: 'Cleo', lastName: 'Counselor' },
      },
    };
    expect(refused).toEqual(Array.from({ length: AT_ONCE - 1 }, () => known));
    expect(await orm.em.fork().count(EventEntity)).toBe(1);
  });
});

describe('starting a designation', () => {
  const start = (actor: Parameters<typeof ctxOf>[0], highSchoolId: string, academicYearId: string) =>
    createDesignation(ctxOf(actor), { highSchoolId, academicYearId }).catch((error: unknown) => error);
  const missing = '00000000-0000-4000-8000-000000000000';

  it('requires an account', async () => {
    const newcomer = { kind: 'newcomer', email: 'new@school.example.org', sessionId: missing } as const;
    for (const actor of [ANONYMOUS, newcomer]) {
      expect(await start(actor, school.id, year.id)).toEqual(new Unauthorized());
      expect(await start(actor, missing, year.id)).toEqual(new Unauthorized());
    }
  });

  it('returns 404 to staff of other schools, former staff, and people without a school', async () => {
    const { actor: elsewhere } = await makeCounselor(orm, [otherSchool.id]);
    const { actor: schoolless } = await makeCounselor(orm, []);
    const { actor: former } = await makeCounselor(orm, []);
    for (const actor of [elsewhere, schoolless, former]) {
      expect(await start(actor, school.id, year.id)).toEqual(new NotFound());
      expect(await start(actor, missing, year.id)).toEqual(new NotFound());
    }
    expect(await start(counselor, school.id, missing)).toEqual(new NotFound());
    expect(await start(admin, missing, year.id)).toEqual(new NotFound());
  });

  it('is refused to staff for an inactive school or year, or before the year opens', async () => {
    const closed = await makeSchool(orm, { status: 'INACTIVE' });
    const past = await makeYear(orm, { year: 2025, status: 'INACTIVE' });
    const { actor: both } = await makeCounselor(orm, [school.id, closed.id]);
    expect(await start(both, closed.id, year.id)).toEqual(
      new Forbidden("This school is inactive, so it can't designate students. Contact your administrator."),
    );
    expect(await start(both, school.id, past.id)).toEqual(
      new Forbidden("The 2025 academic year isn't active, so you can't start a designation for it."),
    );
    const opensAt = new Date('2026-12-01T18:00:00Z');
    await orm.em.fork().nativeUpdate(AcademicYearEntity, { year: 2026 }, { opensAt });
    expect(await start(both, school.id, year.id)).toEqual(
      new Forbidden('Designations for the 2026 academic year open on Dec 1, 2026, 9:00 AM AKST.'),
    );
    expect(await orm.em.fork().count(DesignationEntity)).toBe(0);
  });

  it('is refused to the system', async () => {
    expect(await start(SYSTEM, school.id, year.id)).toEqual(
      new Forbidden('Only a signed-in user can start a designation.'),
    );
  });
});
