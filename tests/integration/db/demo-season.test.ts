import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAccessRequests } from '#app/domain/access-requests/list-access-requests.server.ts';
import { loadDesignation } from '#app/domain/designations/get-designation.server.ts';
import { findReturnedContents } from '#app/domain/designations/returned-contents.server.ts';
import { listStatistics } from '#app/domain/statistics/read-statistics.server.ts';
import { studentChanges } from '#app/domain/students/store-students.server.ts';
import { SYSTEM } from '#app/policy/actor.ts';
import { BouncedAddressEntity } from '#db/entities/bounced-address.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { seedDemo } from '#db/seeds/demo.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const NOW = new Date('2026-11-21T21:00:00.000Z');

describe("the demo's season", () => {
  const database = useDatabase();
  let orm: Orm;

  beforeAll(async () => {
    orm = await openOrm(database.url);
    await seedDemo(orm.em.fork(), NOW);
  });
  afterAll(() => orm.close(true));

  const rows = <Row>(sql: string) => orm.em.fork().execute<Row[]>(sql);
  const resubmittedIds = async () => {
    const em = orm.em.fork();
    const returns = await em.find(EventEntity, { kind: 'designation.returned' });
    const ids = returns.map(({ subjectId }) => subjectId);
    return (await em.find(DesignationEntity, { id: { $in: ids }, status: 'PENDING' })).map(({ id }) => id);
  };

  it('stores what resubmitted designations corrected: one entry of a list that is otherwise the same', async () => {
    const ctx = makeCtx({ orm });
    const ids = await resubmittedIds();
    expect(ids.length).toBeGreaterThan(1);
    for (const id of ids) {
      const [event] = await storedRows(orm, EventEntity, ['changes'], {
        where: { subjectId: id, kind: 'designation.submitted' },
        orderBy: { at: 'desc' },
      });
      const corrected = event?.changes['students'] as { changed: unknown } | undefined;
      const before = (await findReturnedContents(ctx, id))?.contents.students ?? [];
      const { students } = await loadDesignation(ctx, id);
      expect(studentChanges(before, students)).toEqual(corrected);
      expect(corrected?.changed).toHaveLength(1);
    }
  });

  it('has events that lead to the status of each designation, school, and year, none in the future', async () => {
    expect(await orm.em.fork().count(EventEntity, { at: { $gt: NOW } })).toBe(0);
    const broken = await rows(
      `with steps as (
         select subject_id, at, changes #>> '{status,to}' as "to", changes #>> '{status,from}' as "from",
                lag(changes #>> '{status,to}') over own as before, lead(at) over own is null as "isLast"
           from event where changes -> 'status' is not null
         window own as (partition by subject_id order by at)),
       current as (
         select id, status, updated_at from designation
          union all select id, status, updated_at from high_school
          union all select id, status, updated_at from academic_year)
       select current.*, steps.* from current left join steps on steps.subject_id = current.id
        where ("from" <> before) or ("isLast" and ("to" <> status or at <> updated_at))
           or (steps.at is null and status <> 'STARTED')`,
    );
    expect(broken).toEqual([]);
    const outOfOrder = await rows(
      `select d.id from designation d
         join event c on c.subject_id = d.id and c.kind = 'designation.created'
         join event e on e.subject_id = d.id and e.kind <> 'designation.created'
        where c.at >= e.at
        union all
       select d.id from designation d
        where d.version <> (select count(*) from event e
                             where e.subject_id = d.id and e.kind <> 'designation.messageSent')`,
    );
    expect(outOfOrder).toEqual([]);
  });

  it('has returns and days to resubmit in every year', async () => {
    const ctx = makeCtx({ orm, actor: SYSTEM, now: () => NOW });
    const { rows: years } = await listStatistics(ctx, { by: 'year' });
    expect(years.map(({ name }) => name)).toEqual(['2026', '2025', '2024']);
    for (const { returns, correctionDays, reviewDays } of years) {
      expect(returns).toBeGreaterThan(1);
      expect(correctionDays).toBeGreaterThan(0.5);
      expect(reviewDays).toBeGreaterThan(0.5);
    }
  });

  it('has sent emails to the staff of the schools, one of which bounced and one failed', async () => {
    const sent = await rows<Record<string, unknown>>(
      `select d.template_name as name, d.status, count(*)::int as people,
              count(*) filter (where m.state = 'SENT')::int as sent,
              array_agg(m.to_address) filter (where m.state = 'BOUNCED') as bounced,
              count(*) filter (where m.state = 'FAILED')::int as failed,
              bool_and(m.high_school_ids <@ array(select f.high_school_id from high_school_staff f where f.user_id = m.user_id)
                       and u.email = m.to_address) as "areStaff",
              bool_and(coalesce(m.sent_at <= d.finished_at, true)) as "inTime"
         from email_delivery d join outbox_mail m on m.delivery_id = d.id join user_account u on u.id = m.user_id
        group by d.id order by d.created_at`,
    );
    const [bounced] = await storedRows(orm, BouncedAddressEntity, ['address']);
    const address = bounced?.address;
    const finished = { status: 'FINISHED', areStaff: true, inTime: true };
    const [opening, reminder] = sent;
    expect(opening).toMatchObject({
      ...finished,
      name: 'Designations are open',
      bounced: [address],
      failed: 1,
    });
    expect(opening?.['sent']).toBe(Number(opening?.['people']) - 2);
    expect(reminder).toMatchObject({ ...finished, name: 'Reminder: designation due soon', bounced: null });
    expect(reminder?.['people']).toBe(reminder?.['sent']);
    expect(await orm.em.fork().count(OutboxMailEntity, { toAddress: address ?? '' })).toBe(1);
  });

  it('reminded the counselors of the schools that have not submitted', async () => {
    const missed = await rows(
      `select h.name, u.email from high_school h
         join high_school_staff f on f.high_school_id = h.id and f.position = 'COUNSELOR'
         join user_account u on u.id = f.user_id
        where h.status = 'ACTIVE' and u.email not in (select address from bounced_address)
          and not exists (select from designation d join academic_year y on y.id = d.academic_year_id
                           where d.high_school_id = h.id and y.status = 'ACTIVE' and d.status <> 'STARTED')
          <> exists (select from outbox_mail m join email_delivery e on e.id = m.delivery_id
                      where h.id = any(m.high_school_ids) and m.user_id = u.id and e.audience ->> 'target' = 'OUTSTANDING_SCHOOLS')`,
    );
    expect(missed).toEqual([]);
  });

  it('has an open access request to the school whose counselor can no longer be emailed', async () => {
    const requests = await listAccessRequests(makeCtx({ orm, actor: SYSTEM, now: () => NOW }));
    expect(requests.items.map(({ highSchool, position }) => [highSchool?.name, position])).toEqual([
      ['Campbell Creek High School', 'COUNSELOR'],
    ]);
    const bounced = await storedRows(orm, BouncedAddressEntity, ['address']);
    const memberships = await orm.em
      .fork()
      .find(
        HighSchoolStaffEntity,
        { user: { email: { $in: bounced.map(({ address }) => address) } } },
        { populate: ['highSchool'] },
      );
    expect(memberships.map(({ highSchool }) => highSchool.name)).toEqual(['Campbell Creek High School']);
  });

  it('has notes of both administrators, and snoozes an outstanding school that was called after the reminder', async () => {
    const notes = await rows<Record<string, unknown>>(
      `select h.name, n.kind, u.flags, n.created_at > (select max(e.created_at) from email_delivery e) as "isAfterReminder",
              s.until > n.created_at as "isSnoozed", d.status
         from internal_note n join high_school h on h.id = n.high_school_id join user_account u on u.id = n.author_id
         left join school_snooze s on s.high_school_id = h.id left join designation d on d.id = n.designation_id
        order by n.created_at`,
    );
    const byAdministrator = { flags: ['ADMIN'] };
    expect(notes).toMatchObject([
      { ...byAdministrator, name: 'Campbell Creek High School', kind: 'CALL', isAfterReminder: false },
      {
        ...byAdministrator,
        name: 'Hatcher Pass High School',
        kind: 'CALL',
        isAfterReminder: true,
        isSnoozed: true,
      },
      { ...byAdministrator, kind: 'NOTE', status: 'PENDING' },
    ]);
    const reviewers = await rows(
      `select distinct actor_id from event where kind in ('designation.approved', 'designation.returned', 'designation.rejected')`,
    );
    expect(reviewers).toHaveLength(2);
  });

  it('has a message that the office, and one that the counselor, has not read', async () => {
    const unread = await rows(
      `select m.side, m.number from designation_message m
        where m.number > coalesce((select max(r.number) from message_reading r where r.designation_id = m.designation_id), 0)
        order by m.side`,
    );
    expect(unread).toEqual([
      { side: 'OFFICE', number: 2 },
      { side: 'SCHOOL', number: 1 },
    ]);
  });
});
