import type { Ctx } from '#app/domain/ctx.server.ts';
import { toIso } from '#app/domain/instants.ts';
import { type Listing, pageClause } from '#app/domain/listing.ts';
import { allOf, type SqlFragment } from '#app/domain/sql-fragment.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { StaffPosition, UserFlag } from '#app/schemas/enums.ts';
import type { UserInviteAnswer } from '#app/schemas/invite.ts';
import type { ListQuery } from '#app/schemas/listing.ts';

interface InviteRow {
  id: string;
  email: string;
  flags: UserFlag[];
  created_at: string;
  updated_at: string;
  staff_invites: readonly StaffInviteCells[];
}

interface StaffInviteCells {
  readonly id: string;
  readonly highSchoolId: string;
  readonly name: string;
  readonly position: StaffPosition;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The open invites by address, each with the school positions it will give (specification, section 7); for administrators. */
export async function listUserInvites(ctx: Ctx, query: ListQuery = {}): Promise<Listing<UserInviteAnswer>> {
  authorize(ctx.actor, 'invite.manage');
  const direction = query.direction === 'asc' ? 'desc' : 'asc';
  const page = pageClause(query);
  const items = await selectInvites(ctx, allOf([]), {
    sql: `order by i.email collate "und-x-icu" ${direction}, i.id ${direction}${page.sql}`,
    params: page.params,
  });
  return { items, total: query.limit === undefined ? null : await countInvites(ctx) };
}

/** The open invites (`i`) that the condition finds; the caller has asked permission. */
export async function selectInvites(
  ctx: Ctx,
  where: SqlFragment,
  rest: SqlFragment = { sql: '', params: [] },
): Promise<UserInviteAnswer[]> {
  const rows = await ctx.em.execute<InviteRow[]>(
    `select i.id, i.email, i.flags, i.created_at, i.updated_at,
            coalesce((select json_agg(json_build_object(
                'id', si.id, 'highSchoolId', si.high_school_id, 'name', hs.name, 'position', si.position,
                'createdAt', si.created_at, 'updatedAt', si.updated_at) order by hs.name collate "und-x-icu", si.id)
               from high_school_staff_invite si join high_school hs on hs.id = si.high_school_id
              where si.user_invite_id = i.id), '[]') as staff_invites
       from user_invite i where ${where.sql} ${rest.sql}`,
    [...where.params, ...rest.params],
  );
  return rows.map(inviteOfRow);
}

function inviteOfRow(row: InviteRow): UserInviteAnswer {
  return {
    id: row.id,
    email: row.email,
    flags: row.flags,
    staffInvites: row.staff_invites.map(({ name, createdAt, updatedAt, ...cells }) => ({
      ...cells,
      userInviteId: row.id,
      highSchool: { id: cells.highSchoolId, name },
      createdAt: toIso(createdAt),
      updatedAt: toIso(updatedAt),
    })),
    createdAt: toIso(row.created_at),
    updatedAt: toIso(row.updated_at),
  };
}

async function countInvites(ctx: Ctx): Promise<number> {
  const [row] = await ctx.em.execute<{ total: number }[]>('select count(*)::int as total from user_invite');
  return row?.total ?? 0;
}
