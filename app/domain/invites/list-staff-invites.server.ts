import type { Ctx } from '#app/domain/ctx.server.ts';
import { getKnownHighSchool } from '#app/domain/high-schools/known-high-school.server.ts';
import { toIso } from '#app/domain/instants.ts';
import { type Listing, pageClause } from '#app/domain/listing.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { StaffPosition } from '#app/schemas/enums.ts';
import type { StaffInviteAnswer } from '#app/schemas/high-school.ts';
import type { ListQuery } from '#app/schemas/listing.ts';

interface InviteRow {
  id: string;
  user_invite_id: string;
  email: string;
  position: StaffPosition;
  created_at: string;
  updated_at: string;
}

/** The open staff invites of a school, by address. Throws NotFound for a school that is unknown or not the actor's. */
export async function listStaffInvites(
  ctx: Ctx,
  { highSchoolId, query = {} }: { highSchoolId: string; query?: ListQuery },
): Promise<Listing<StaffInviteAnswer>> {
  await getKnownHighSchool(ctx, highSchoolId);
  authorize(ctx.actor, 'staff.manage', { highSchoolId });
  return {
    items: await staffInvitesOf(ctx, highSchoolId, query),
    total: query.limit === undefined ? null : await countInvites(ctx, highSchoolId),
  };
}

/** The open staff invites of a school that the caller may see. */
export async function staffInvitesOf(
  ctx: Ctx,
  highSchoolId: string,
  query: ListQuery = {},
): Promise<StaffInviteAnswer[]> {
  const direction = query.direction === 'asc' ? 'desc' : 'asc';
  const page = pageClause(query);
  const rows = await ctx.em.execute<InviteRow[]>(
    `select si.id, si.user_invite_id, ui.email, si.position, si.created_at, si.updated_at
       from high_school_staff_invite si join user_invite ui on ui.id = si.user_invite_id
      where si.high_school_id = ?
      order by ui.email collate "und-x-icu" ${direction}, si.id ${direction}${page.sql}`,
    [highSchoolId, ...page.params],
  );
  return rows.map((row) => ({
    id: row.id,
    highSchoolId,
    userInviteId: row.user_invite_id,
    email: row.email,
    position: row.position,
    createdAt: toIso(row.created_at),
    updatedAt: toIso(row.updated_at),
  }));
}

async function countInvites(ctx: Ctx, highSchoolId: string): Promise<number> {
  const [row] = await ctx.em.execute<{ total: number }[]>(
    'select count(*)::int as total from high_school_staff_invite where high_school_id = ?',
    [highSchoolId],
  );
  return row?.total ?? 0;
}
