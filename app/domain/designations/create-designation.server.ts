import { randomUUID } from 'node:crypto';
import { TERMS_VERSION } from '#app/config/constants.ts';
import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { loadDesignation } from '#app/domain/designations/get-designation.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { Conflict, Forbidden, NotFound } from '#app/lib/domain-errors.ts';
import { formatInZone } from '#app/lib/zoned-time.ts';
import { isStaffOf } from '#app/policy/actor.ts';
import { authorize, authorizeToKnow } from '#app/policy/authorize.ts';
import type { DesignationAnswer, DesignationCreate } from '#app/schemas/designation.ts';
import type { ActivityStatus, DesignationStatus } from '#app/schemas/enums.ts';

/** What a Conflict tells about the designation that already exists; the screen asks before editing it. */
export interface ExistingDesignation {
  readonly id: string;
  readonly status: DesignationStatus;
  readonly submittedBy: { readonly id: string; readonly firstName: string; readonly lastName: string };
}

interface PlaceRow {
  high_school_id: string;
  high_school_status: ActivityStatus;
  academic_year_id: string;
  academic_year_status: ActivityStatus;
  year: number;
  opens_at: string | null;
}

/**
 * Starts a designation for a school and year (specification, section 4; decisions, section 3). It begins STARTED with
 * the caller as its submitter; for staff the call is the act of agreeing to the terms.
 *
 * Throws NotFound for a school or year the caller may not know, Forbidden where staff may not designate (inactive
 * school or year, or not open yet), and Conflict with `{designation: ExistingDesignation}` where there is one: the
 * unique index decides between callers at once.
 */
export async function createDesignation(ctx: Ctx, input: DesignationCreate): Promise<DesignationAnswer> {
  return inTransaction(ctx, async (opened) => {
    const { tx, place } = await lockPlace(opened, input);
    const isStaff = isStaffOf(tx.actor, place.high_school_id);
    if (isStaff) assertOpenToStaff(tx, place);
    const id = randomUUID();
    if (!(await insertUnlessTaken(tx, id, place))) throw await takenBy(tx, place);
    await recordEvent(tx, {
      kind: 'designation.created',
      subject: ['DESIGNATION', id],
      changes: { acceptedTermsAndConditions: isStaff },
    });
    return loadDesignation(tx, id);
  });
}

/** The school and the year, which is locked against being deleted meanwhile. */
async function lockPlace(
  opened: Ctx,
  input: DesignationCreate,
): Promise<{ readonly tx: AuthorizedCtx; readonly place: PlaceRow }> {
  await opened.em.execute('select 1 from academic_year where id = ? for key share', [input.academicYearId]);
  const tx = await reloadActor(opened, (actor) => {
    authorizeToKnow(actor, 'highSchool.read', input);
    authorize(actor, 'designation.create', input);
  });
  const [place] = await tx.em.execute<PlaceRow[]>(
    `select h.id as high_school_id, h.status as high_school_status,
            y.id as academic_year_id, y.status as academic_year_status, y.year, y.opens_at
       from high_school h cross join academic_year y where h.id = ? and y.id = ?`,
    [input.highSchoolId, input.academicYearId],
  );
  if (place === undefined) throw new NotFound();
  return { tx, place };
}

function assertOpenToStaff(ctx: Ctx, place: PlaceRow): void {
  if (place.high_school_status !== 'ACTIVE') {
    throw new Forbidden('This school is not active, it cannot designate. Contact your administrator.');
  }
  if (place.academic_year_status !== 'ACTIVE') {
    throw new Forbidden(`The ${place.year} academic year is not active, it cannot be designated for.`);
  }
  if (place.opens_at !== null && new Date(place.opens_at) > ctx.now()) {
    const opens = formatInZone(place.opens_at, ctx.settings.timeZone);
    throw new Forbidden(`Designating for the ${place.year} academic year opens on ${opens}.`);
  }
}

async function insertUnlessTaken(ctx: Ctx, id: string, place: PlaceRow): Promise<boolean> {
  if (ctx.actor.kind !== 'user') throw new Forbidden('Only a person can start a designation.');
  const now = ctx.now();
  const acceptedTermsAt = isStaffOf(ctx.actor, place.high_school_id) ? now : null;
  const inserted = await ctx.em.execute<{ id: string }[]>(
    `insert into designation (id, high_school_id, academic_year_id, status, submitted_by_id,
                              accepted_terms_at, accepted_terms_version, created_at, updated_at)
     values (?, ?, ?, 'STARTED', ?, ?, ?, ?, ?)
     on conflict (high_school_id, academic_year_id) do nothing returning id`,
    [
      id,
      place.high_school_id,
      place.academic_year_id,
      ctx.actor.id,
      acceptedTermsAt,
      acceptedTermsAt === null ? null : TERMS_VERSION,
      now,
      now,
    ],
  );
  return inserted.length === 1;
}

async function takenBy(ctx: Ctx, place: PlaceRow): Promise<Conflict> {
  const [taken] = await ctx.em.execute<
    { id: string; status: DesignationStatus; user_id: string; first_name: string; last_name: string }[]
  >(
    `select d.id, d.status, u.id as user_id, u.first_name, u.last_name
       from designation d join user_account u on u.id = d.submitted_by_id
      where d.high_school_id = ? and d.academic_year_id = ?`,
    [place.high_school_id, place.academic_year_id],
  );
  if (taken === undefined) throw new NotFound();
  const designation: ExistingDesignation = {
    id: taken.id,
    status: taken.status,
    submittedBy: { id: taken.user_id, firstName: taken.first_name, lastName: taken.last_name },
  };
  return new Conflict('This school already has a designation for this year.', { designation });
}
