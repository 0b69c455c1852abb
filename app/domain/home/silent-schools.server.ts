import type { Ctx } from '#app/domain/ctx.server.ts';
import { toIso, toIsoOrNull } from '#app/domain/instants.ts';
import type { Page } from '#app/domain/listing.ts';
import type { MailState, ReminderState } from '#app/schemas/enums.ts';
import { HANDED_IN_SQL, SILENT_SCHOOLS_SQL } from './silent-schools-sql.ts';

/** A school that has not answered. */
export interface SilentSchool {
  readonly id: string;
  readonly name: string;
  readonly phone: string;
  readonly state: ReminderState;
  /** On its list of the year before, unless that was never handed in or refused. */
  readonly lastYearStudents: number;
  /** Its own due date where it has an extension, ISO 8601. */
  readonly extendedDueAt: string | null;
  /** How many people it has who can sign in. */
  readonly staff: number;
  /** When one of them last signed in, ISO 8601; null for never. */
  readonly lastSignedInAt: string | null;
  /** The latest mail that was written because of this school; `at` is when it was sent, or else written. */
  readonly lastMail: { readonly at: string; readonly state: MailState } | null;
}

interface SilentSchoolRow {
  id: string;
  name: string;
  phone: string;
  state: ReminderState;
  last_year_students: number;
  extended_due_at: string | null;
  staff: number;
  last_signed_in_at: string | null;
  mail_at: string | null;
  mail_state: MailState | null;
}

/** The order of the list: last year's largest first, then A to Z. */
const ORDER = 'last_year_students desc, name collate "und-x-icu", id';

/** A page of the schools that have not answered in a year, in one statement. `lastYearId` is the year before, if there is one. */
export async function listSilentSchools(
  ctx: Ctx,
  { yearId, lastYearId, page }: { yearId: string; lastYearId: string | null; page: Required<Page> },
): Promise<SilentSchool[]> {
  const rows = await ctx.em.execute<SilentSchoolRow[]>(
    `with silent as (
       select h.id, h.name, h.phone, coalesce(d.status, 'NOT_STARTED') as state,
              (select count(*)::int from designation l join student s on s.designation_id = l.id
                where l.high_school_id = h.id and l.academic_year_id = ? and l.status in ${HANDED_IN_SQL})
                as last_year_students,
              (select x.due_at from deadline_extension x
                where x.high_school_id = h.id and x.academic_year_id = ?) as extended_due_at
         from ${SILENT_SCHOOLS_SQL}
        order by ${ORDER} limit ? offset ?)
     select silent.*, people.staff, people.last_signed_in_at, mail.at as mail_at, mail.state as mail_state
       from silent
      cross join lateral (
        select count(*)::int as staff, max(u.last_signed_in_at) as last_signed_in_at
          from high_school_staff f join user_account u on u.id = f.user_id
         where f.high_school_id = silent.id and not u.flags @> '{DELETED}') people
       left join lateral (
        select coalesce(m.sent_at, m.created_at) as at, m.state from outbox_mail m
         where m.high_school_ids @> array[silent.id] order by m.created_at desc, m.id desc limit 1) mail on true
      order by ${ORDER}`,
    [lastYearId, yearId, yearId, page.limit, page.offset],
  );
  return rows.map(silentSchoolOf);
}

function silentSchoolOf(row: SilentSchoolRow): SilentSchool {
  return {
    id: row.id,
    name: row.name,
    phone: row.phone,
    state: row.state,
    lastYearStudents: row.last_year_students,
    extendedDueAt: toIsoOrNull(row.extended_due_at),
    staff: row.staff,
    lastSignedInAt: toIsoOrNull(row.last_signed_in_at),
    lastMail:
      row.mail_at === null || row.mail_state === null
        ? null
        : { at: toIso(row.mail_at), state: row.mail_state },
  };
}
