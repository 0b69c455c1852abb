import type { Ctx } from '#app/domain/ctx.server.ts';
import type { AcademicYearAnswer } from '#app/schemas/academic-year.ts';
import type { RolloverChecks } from '#app/schemas/rollover.ts';

/** Names that a check shows; the rest is counted. */
const SHOWN_MAX = 20;

interface ChecksRow {
  started: number;
  pending: number;
  returned: number;
  without_staff: number;
  bounced: number;
}

/**
 * What an administrator should know before a year is closed: its designations that are not decided, the active schools that
 * nobody is staff of or invited to, and the addresses of accounts that mail came back from. The caller has asked permission.
 *
 * @param closed the year that will be closed; null where there is none
 */
export async function readRolloverChecks(
  ctx: Ctx,
  closed: AcademicYearAnswer | null,
): Promise<RolloverChecks> {
  const [counts] = await ctx.em.execute<ChecksRow[]>(
    `select count(*) filter (where d.status = 'STARTED')::int as started,
            count(*) filter (where d.status = 'PENDING')::int as pending,
            count(*) filter (where d.status = 'RETURNED')::int as returned,
            (select count(*)::int from (${WITHOUT_STAFF}) w) as without_staff,
            (select count(*)::int from (${BOUNCED}) b) as bounced
       from designation d where d.academic_year_id = ?`,
    [closed?.id ?? null],
  );
  const schools = await ctx.em.execute<{ id: string; name: string }[]>(
    `${WITHOUT_STAFF} order by hs.name collate "und-x-icu", hs.id limit ${SHOWN_MAX}`,
  );
  const addresses = await ctx.em.execute<{ id: string; email: string }[]>(
    `${BOUNCED} order by u.email, u.id limit ${SHOWN_MAX}`,
  );
  const dueAt = closed?.dueAt ?? null;
  return {
    dueAhead: dueAt !== null && Date.parse(dueAt) > ctx.now().getTime() ? dueAt : null,
    openDesignations: {
      STARTED: counts?.started ?? 0,
      PENDING: counts?.pending ?? 0,
      RETURNED: counts?.returned ?? 0,
    },
    schoolsWithoutStaff: { total: counts?.without_staff ?? 0, shown: schools },
    bouncedAddresses: { total: counts?.bounced ?? 0, shown: addresses },
  };
}

/** How many designations of a year are neither approved nor rejected; the caller has asked permission. */
export async function countUndecided(ctx: Ctx, yearId: string | null): Promise<number> {
  const [row] = await ctx.em.execute<{ count: number }[]>(
    `select count(*)::int as count from designation
      where academic_year_id = ? and status in ('STARTED', 'PENDING', 'RETURNED')`,
    [yearId],
  );
  return row?.count ?? 0;
}

const WITHOUT_STAFF = `
  select hs.id, hs.name from high_school hs
   where hs.status = 'ACTIVE'
     and not exists (select 1 from high_school_staff s where s.high_school_id = hs.id)
     and not exists (select 1 from high_school_staff_invite si where si.high_school_id = hs.id)`;

const BOUNCED = `
  select u.id, u.email from user_account u
   where not u.flags @> array['DELETED']
     and exists (select from bounced_address b where b.address = u.email)`;
