import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { Conflict } from '#app/lib/domain-errors.ts';
import { zonedDay } from '#app/lib/zoned-day.ts';
import { authorize } from '#app/policy/authorize.ts';

/** A closed year whose students' personal data is still there though it is old enough to go. */
export interface PurgeableYear {
  readonly id: string;
  readonly year: number;
  readonly designations: number;
  readonly students: number;
}

/** What of a student (`s`) is personal. Ids and places stay: they are the numbers, and what the disclosures name. */
const BLANK = `first = '', middle = '', last = '', preferred = '', date_of_birth = null, twin = false, phone = '', email = '',
  parent_email = '', address_address1 = '', address_address2 = '', address_city = '', address_state = '', address_zip5 = '',
  address_zip4 = '', address_firm_name = '', address_urbanization = '', address_status = 'UNVERIFIED'`;

const HAS_PERSONAL_DATA = `(s.first, s.middle, s.last, s.preferred, s.phone, s.email, s.parent_email, s.address_address1,
  s.address_address2, s.address_city, s.address_state, s.address_zip5, s.address_zip4, s.address_firm_name, s.address_urbanization)
  is distinct from ('', '', '', '', '', '', '', '', '', '', '', '', '', '', '') or s.date_of_birth is not null or s.twin`;

/**
 * The closed years that are older than so many years, counted by their number from the calendar year where the programme is, and that hold
 * personal data of students, oldest first (decisions, section 8). For administrators.
 */
export async function listPurgeableYears(ctx: Ctx, olderThanYears: number): Promise<PurgeableYear[]> {
  authorize(ctx.actor, 'students.purge');
  const thisYear = Number(zonedDay(ctx.now(), ctx.settings.timeZone).slice(0, 4));
  return ctx.em.execute<PurgeableYear[]>(
    `select y.id, y.year, count(distinct d.id)::int as designations, count(s.id)::int as students
       from academic_year y
       join designation d on d.academic_year_id = y.id
       left join student s on s.designation_id = d.id and (${HAS_PERSONAL_DATA})
      where y.status = 'INACTIVE' and y.year < ?
        and (s.id is not null or exists (select from returned_contents r where r.designation_id = d.id))
      group by y.id, y.year order by y.year`,
    [thisYear - olderThanYears],
  );
}

/**
 * Removes the personal data of all students of one closed year, and what returns of its designations kept of them; the students' number,
 * ids and places stay, and so do class sizes and criteria. One transaction, with an event on the year. Answers how many students it was;
 * what a second run finds blank already it leaves. Throws Conflict where the year was opened again.
 */
export async function purgeStudentsOfYear(ctx: Ctx, yearId: string): Promise<number> {
  authorize(ctx.actor, 'students.purge');
  return inTransaction(ctx, async (opened) => {
    const closed = await opened.em.execute<unknown[]>(
      `select 1 from academic_year where id = ? and status = 'INACTIVE' for update`,
      [yearId],
    );
    const tx = await reloadActor(opened, 'students.purge');
    if (closed.length === 0) throw new Conflict('Only the students of closed years are purged.');
    const purged = await tx.em.execute<unknown[]>(
      `update student s set ${BLANK}, updated_at = ?
         from designation d where d.id = s.designation_id and d.academic_year_id = ? and (${HAS_PERSONAL_DATA})
       returning 1`,
      [tx.now(), yearId],
    );
    await tx.em.execute(
      `delete from returned_contents r using designation d where d.id = r.designation_id and d.academic_year_id = ?`,
      [yearId],
    );
    await recordEvent(tx, {
      kind: 'academicYear.studentsPurged',
      subject: ['ACADEMIC_YEAR', yearId],
      changes: { purgedStudents: purged.length },
    });
    return purged.length;
  });
}
