import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import {
  DESIGNATION_COLUMNS,
  DESIGNATION_TABLES,
  type DesignationRow,
} from '#app/domain/designations/designation-rows.server.ts';
import { designationAnswerOf } from '#app/domain/designations/get-designation.server.ts';
import type { SchoolDates } from '#app/domain/designations/submission-deadline.ts';
import { toIsoOrNull } from '#app/domain/instants.ts';
import { DESIGNATION_NOTICES_COLUMN, type StoredNotice } from '#app/domain/notices/notice-text.server.ts';
import { type StudentRow, STUDENTS_COLUMN } from '#app/domain/students/student-rows.ts';
import { staleDesignation } from '#app/domain/designations/last-change.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { isSeen, type SeenVersions } from '#app/lib/seen-versions.ts';
import { authorize, authorizeToKnow } from '#app/policy/authorize.ts';
import type { OfSchool } from '#app/policy/rules.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';
import type { Criteria } from '#app/schemas/enums.ts';

/** Somebody at the school who is told of decisions. */
export interface StaffMember {
  readonly userId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** Mail to the address came back: it gets none. */
  readonly hasBounced: boolean;
}

/** A designation that nobody else can change until the transaction ends, with what its rules and mails depend on. */
export interface DesignationForChange {
  readonly designation: DesignationAnswer;
  readonly previousCriteria: Criteria | null;
  readonly dates: SchoolDates;
  /** The school's staff without deleted accounts, by address. */
  readonly staff: readonly StaffMember[];
  /** The notices about designations that an administrator changed. */
  readonly notices: readonly StoredNotice[];
  /** Whether what it held when it was returned last is still kept. */
  readonly hasReturnedContents: boolean;
}

/** What mails about a designation `d` of year `y` depend on. */
export interface MailFactsRow {
  due_at: string | null;
  corrections_due_at: string | null;
  extended_due_at: string | null;
  staff: StaffMember[];
  notices: StoredNotice[];
}

interface FactsRow extends DesignationRow, MailFactsRow {
  students: StudentRow[];
  previous_criteria: Criteria | null;
  has_returned_contents: boolean;
}

export const MAIL_FACTS_COLUMNS = `y.due_at, y.corrections_due_at,
  (select x.due_at from deadline_extension x
    where x.academic_year_id = d.academic_year_id and x.high_school_id = d.high_school_id) as extended_due_at,
  coalesce((select json_agg(json_build_object('userId', a.id, 'firstName', a.first_name, 'lastName', a.last_name, 'email', a.email,
                                              'hasBounced', exists(select from bounced_address b where b.address = lower(a.email)))
                            order by a.email)
     from high_school_staff t join user_account a on a.id = t.user_id
    where t.high_school_id = d.high_school_id and not 'DELETED' = any(a.flags)), '[]'::json) as staff,
  ${DESIGNATION_NOTICES_COLUMN}`;

/** The criteria of the school's nearest earlier designation that has any, seen from designation `d` of year `y`. */
export const PREVIOUS_CRITERIA_COLUMN = `(
  select p.criteria from designation p join academic_year py on py.id = p.academic_year_id
   where p.high_school_id = d.high_school_id and py.year < y.year and p.criteria is not null
   order by py.year desc limit 1) as previous_criteria`;

const FACTS_COLUMNS = `${MAIL_FACTS_COLUMNS},
  ${PREVIOUS_CRITERIA_COLUMN},
  exists(select from returned_contents r where r.designation_id = d.id) as has_returned_contents`;

/** A locked designation, and the Ctx of the actor who may change it. */
export interface LockedDesignation {
  readonly tx: AuthorizedCtx;
  readonly known: DesignationForChange;
}

/**
 * Locks a designation's row by its id, asks for permission, and only then reads it: an approval and a resubmission follow each
 * other, and whoever waited sees what the other one stored.
 *
 * @throws {NotFound} for ids the actor may not know
 * @throws {Unauthorized} for an account that was deleted meanwhile
 */
export async function lockForChange(opened: Ctx, id: string): Promise<LockedDesignation> {
  const subject = await lockDesignation(opened, id);
  const tx = await reloadActor(opened, (actor) => {
    authorizeToKnow(actor, 'designation.read', subject);
    authorize(actor, 'designation.edit', subject);
  });
  return { tx, known: await readFacts(tx, id) };
}

async function lockDesignation(tx: Ctx, id: string): Promise<OfSchool> {
  const [row] = await tx.em.execute<{ high_school_id: string }[]>(
    'select high_school_id from designation where id = ? for update',
    [id],
  );
  return { highSchoolId: row?.high_school_id ?? '' };
}

async function readFacts(tx: Ctx, id: string): Promise<DesignationForChange> {
  const [row] = await tx.em.execute<FactsRow[]>(
    `select ${DESIGNATION_COLUMNS}, ${STUDENTS_COLUMN}, ${FACTS_COLUMNS} from ${DESIGNATION_TABLES} where d.id = ?`,
    [id],
  );
  if (row === undefined) throw new NotFound();
  return {
    designation: designationAnswerOf(row),
    previousCriteria: row.previous_criteria,
    dates: schoolDatesOf(row),
    staff: row.staff,
    notices: row.notices,
    hasReturnedContents: row.has_returned_contents,
  };
}

/** Throws Stale, naming who changed it when, where the caller has seen another version than the stored one; null asks for no check. */
export async function assertSeen(
  ctx: Ctx,
  { id, version }: Pick<DesignationAnswer, 'id' | 'version'>,
  seen: SeenVersions,
): Promise<void> {
  if (!isSeen(seen, version)) throw await staleDesignation(ctx, id);
}

/** The dates that bind the designation's school. */
export function schoolDatesOf(row: MailFactsRow): SchoolDates {
  return {
    dueAt: toIsoOrNull(row.due_at),
    correctionsDueAt: toIsoOrNull(row.corrections_due_at),
    extendedDueAt: toIsoOrNull(row.extended_due_at),
  };
}
